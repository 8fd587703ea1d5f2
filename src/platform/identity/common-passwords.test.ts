import { expect, it } from 'vitest';
import { isCommonPassword } from './identity-provider.ts';

it.each([
  '123456',
  'password',
  'Password1',
  'QWERTY',
  'letmein',
  'zzzzzzzz',
  'abcdef',
  '98765432',
  'Toolyard1',
  // The 3,001st and the last of the list.
  'bullseye',
  '14111984',
])('refuses %s', (password) => expect(isCommonPassword(password)).toBe(true));

it.each(['seven dull chisels', 'x9$kq2', 'abcdeg', '', 'пароль слесаря'])('takes %j', (password) =>
  expect(isCommonPassword(password)).toBe(false),
);

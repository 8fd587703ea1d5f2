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
  // As a Japanese keyboard writes 'password'.
  '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44',
  // The 3,001st and the last of the list.
  'bullseye',
  '14111984',
])('refuses %s', (password) => expect(isCommonPassword(password)).toBe(true));

it.each(['seven dull chisels', 'x9$kq2', 'abcdeg', '', 'пароль слесаря'])('takes %j', (password) =>
  expect(isCommonPassword(password)).toBe(false),
);

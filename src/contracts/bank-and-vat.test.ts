import { expect, it } from 'vitest';
import { isIban, toBankCode, writeIban } from './bank-and-vat.ts';

it.each([
  'DE02 1203 0000 0000 2020 51',
  'gb82 west 1234 5698 7654 32',
  'NO93 8601 1117 947',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
])('accepts the IBAN %s, whose check digits are right', (written) => {
  expect(isIban(toBankCode(written))).toBe(true);
  expect(writeIban(toBankCode(written))).toBe(written.toUpperCase());
});

it.each(['DE03 1203 0000 0000 2020 51', 'DE02 1203 0000 0000 2020 15', 'DE02', '', '123456789'])(
  'refuses %s as an IBAN',
  (written) => expect(isIban(toBankCode(written))).toBe(false),
);

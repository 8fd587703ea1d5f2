import { expect, it } from 'vitest';
import { isLikelyVatNumber, readVatNumber } from './vat-number.ts';

it.each([
  ['GB 980 7806 84', 'GB980780684'],
  ['CHE-123.456.788 MWST', 'CHE123456788MWST'],
  ['che‑123.456.788\u00a0mwst', 'CHE123456788MWST'],
  ['ATU 12345675', 'ATU12345675'],
  ['NO 974 761 076 MVA', 'NO974761076MVA'],
  ['ＤＥ１３６６９５９７６', 'DE136695976'],
])('reads the VAT number %s', (typed, number) => {
  expect(readVatNumber(typed)?.number).toBe(number);
});

it('doubts a number with wrong check digits, and accepts any where a country has none known', () => {
  expect(['GB980780685', 'ATU12345678', 'AU51824753556', 'DE136695976'].map(isLikelyVatNumber)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

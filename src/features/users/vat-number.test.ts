import { expect, it } from 'vitest';
import { readVatNumber } from './vat-number.ts';

it.each([
  ['DE129273398', 'DE129273398', 'DE'],
  ['atu 13585627', 'ATU13585627', 'AT'],
  ['NL002455799B11', 'NL002455799B11', 'NL'],
  ['EL094259216', 'EL094259216', 'GR'],
  ['CHE-105.909.036 MWST', 'CHE105909036MWST', 'CH'],
  ['BE 0411.905.847', 'BE0411905847', 'BE'],
  ['BE1000000021', 'BE1000000021', 'BE'],
  ['XI980780684', 'XI980780684', 'XI'],
])('reads %s', (typed, number, country) => {
  expect(readVatNumber(typed)).toEqual({ number, country });
});

it.each([
  '129273398',
  'DE129273399',
  'DE12927339',
  'BE1000000022',
  'XI123456789',
  'US123456789',
  'VAT',
  '12',
])('takes %s for none', (typed) => {
  expect(readVatNumber(typed)).toBeUndefined();
});

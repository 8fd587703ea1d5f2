import { expect, test } from 'vitest';
import type { DeliveryMethod } from './compute-charges.ts';
import { priceNoteOf } from './price-note.ts';

const free: DeliveryMethod = {
  ...{ id: '1', name: 'Parcel', kind: 'flat', priceCents: 0, freeFromCents: null, steps: [] },
  ...{ maxGrams: null, regionIds: [] },
};
const rate = { regionId: '1', categoryId: null, ratePpm: 190_000, exemptsBusinesses: false };
const none = { rates: [], methods: [free], pricesIncludeTax: false, taxName: 'VAT' };

test.each([
  ['', none],
  ['', { ...none, pricesIncludeTax: true, rates: [{ ...rate, ratePpm: 0 }] }],
  ['plus VAT', { ...none, rates: [rate] }],
  ['incl. GST', { ...none, rates: [rate], pricesIncludeTax: true, taxName: 'GST' }],
  ['plus delivery', { ...none, methods: [free, { ...free, priceCents: 500 }] }],
  [
    'incl. VAT, plus delivery',
    {
      ...{ ...none, rates: [rate], pricesIncludeTax: true },
      methods: [{ ...free, steps: [{ upToGrams: 9, priceCents: 1 }] }],
    },
  ],
])('prices have %j beside them', (words, rules) => {
  expect(priceNoteOf(rules)).toBe(words);
});

import { expect, test } from 'vitest';
import type { DeliveryMethod } from './compute-charges.ts';
import { deliveryNoteOf, priceNoteOf } from './price-note.ts';

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
  ['plus shipping', { ...none, methods: [free, { ...free, priceCents: 500 }] }],
  [
    'incl. VAT, plus shipping',
    {
      ...{ ...none, rates: [rate], pricesIncludeTax: true },
      methods: [{ ...free, steps: [{ upToGrams: 9, priceCents: 1 }] }],
    },
  ],
])('prices have %j next to them', (words, rules) => {
  expect(priceNoteOf(rules)).toBe(words);
});

const paid = { ...free, priceCents: 500 };
const over: DeliveryMethod = { ...paid, kind: 'free_over', freeFromCents: 9900 };
const collect: DeliveryMethod = { ...free, kind: 'collect' };
const byWeight: DeliveryMethod = { ...free, kind: 'by_weight', steps: [{ upToGrams: 9, priceCents: 700 }] };
const ofUsa = { regionIds: ['us'] };
const regions = [
  { id: 'us', name: 'USA', countries: ['US'], postcodePrefixes: [] },
  { id: 'fr', name: 'France', countries: ['FR'], postcodePrefixes: [] },
  { id: 'all', name: 'Everywhere', countries: [], postcodePrefixes: [] },
];

test.each<[string, DeliveryMethod[]]>([
  ['', []],
  ['Pickup only', [collect]],
  ['Free shipping', [free, collect]],
  ['Free shipping', [paid, free]],
  ['Free shipping', [{ ...free, maxGrams: 9 }]],
  [
    'Free shipping',
    [
      { ...free, regionIds: ['all'] },
      { ...paid, ...ofUsa },
    ],
  ],
  [
    'Free shipping',
    [
      { ...free, ...ofUsa },
      { ...paid, ...ofUsa },
    ],
  ],
  ['Shipping from $5.00', [paid, collect]],
  ['Shipping from $5.00', [paid, byWeight]],
  ['Shipping from $7.00', [byWeight]],
  ['Shipping from $5.00, free on orders of $99.00 or more', [over, { ...paid, priceCents: 2500 }]],
  [
    'Shipping from $5.00',
    [
      { ...over, maxGrams: 9 },
      { ...paid, priceCents: 2500 },
    ],
  ],
  [
    'Shipping from $5.00',
    [
      { ...over, ...ofUsa },
      { ...paid, regionIds: ['fr'] },
    ],
  ],
  ['Your cart shows what shipping costs', [over, { ...free, ...ofUsa }]],
  [
    'Your cart shows what shipping costs',
    [
      { ...free, ...ofUsa },
      { ...paid, regionIds: ['fr'] },
    ],
  ],
  ['Your cart shows what shipping costs', [{ ...free, maxGrams: 9 }, paid]],
])('%j describes delivery', (words, methods) => {
  expect(deliveryNoteOf({ methods, regions }, (cents) => `$${(cents / 100).toFixed(2)}`)).toBe(words);
});

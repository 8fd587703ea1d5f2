import { expect, it } from 'vitest';
import { countWork } from '#tests/support/count-work.ts';
import { deliveryRulesSchema } from './managed-contract.ts';

const idOf = (nth: number) => `01900000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const method = {
  ...{ _id: idOf(0), name: 'Parcel', kind: 'flat', price: 5 },
  ...{ freeFrom: null, steps: [], maxGrams: null, regions: [] },
};

const rulesOf = (regions: number, codes: number, code: (nth: number) => string) => ({
  ...{ version: 1, shopCountry: 'US', assumedGrams: 0, methods: [method] },
  regions: Array.from({ length: regions }, (_, nth) => ({
    ...{ _id: idOf(nth), name: `Region ${nth}`, countries: ['US'], states: [] },
    postcodePrefixes: Array.from({ length: codes }, (_, place) => code(nth * codes + place)),
  })),
});

const single = (nth: number) => String(10_000 + nth);
const range = (nth: number) => `${10_000 + 2 * nth}-${10_001 + 2 * nth}`;

const largest = [
  { rules: rulesOf(100, 40, range), isGood: true },
  { rules: rulesOf(4, 1000, range), isGood: true },
  { rules: rulesOf(100, 60, single), isGood: true },
  { rules: rulesOf(7, 1000, single), isGood: true },
  { rules: rulesOf(7, 1000, () => 'ZZZZZZZ'), isGood: false },
];

// In its own file: of functions that have already run, not every call is counted.
it('checks the maximum number of postal codes of a request in few steps', async () => {
  const taken: boolean[] = [];
  const [steps] = await countWork([
    () => {
      for (const { rules } of largest) taken.push(deliveryRulesSchema.safeParse(rules).success);
    },
  ]);
  expect(taken).toEqual(largest.map(({ isGood }) => isGood));
  expect(steps).toBeLessThan(10_000_000);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPercent, toPpm, writePercent } from './tax-rate.ts';

it('keeps a percentage of up to four decimals exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (ratePpm) => {
      expect(toPpm(toPercent(ratePpm))).toBe(ratePpm);
      expect(toPpm(Number(writePercent(ratePpm)))).toBe(ratePpm);
    }),
  );
});

it('writes a percentage with two decimals, or more if it has them', () => {
  const written = [0, 70_000, 190_000, 88_750, 99_750, 42_250, 72_525, 1_000_000].map(writePercent);
  expect(written).toEqual(['0.00', '7.00', '19.00', '8.875', '9.975', '4.225', '7.2525', '100.00']);
});

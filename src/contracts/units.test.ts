import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Quantity, readableWeight, toStored, toTyped, unitOf, unitSystems, unitsOf } from './units.ts';

const quantities: Quantity[] = ['weight', 'limit', 'size'];
const scales = unitSystems.flatMap((units) => quantities.map((quantity) => ({ units, quantity })));

describe.each(scales)('a $quantity in $units units', ({ units, quantity }) => {
  it('reads as it was typed', () => {
    const { step } = unitOf(units, quantity);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (steps) => {
        const typed = Number((steps * step).toFixed(3));
        expect(toTyped(toStored(typed, units, quantity) ?? Number.NaN, units, quantity)).toBe(typed);
      }),
    );
  });

  it('is stored as whole grams or millimetres, at most one from the exact amount', () => {
    const { step } = unitOf(units, quantity);
    const exact = { kg: 1000, lb: 453.59237, mm: 1, in: 25.4 }[unitOf(units, quantity).unit] ?? 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (steps) => {
        const stored = toStored(steps * step, units, quantity) ?? Number.NaN;
        expect(Number.isInteger(stored)).toBe(true);
        expect(Math.abs(stored - steps * step * exact)).toBeLessThan(1);
      }),
    );
  });

  it('refuses decimals that would be lost, and what is no number', () => {
    const { step } = unitOf(units, quantity);
    expect(toStored(step * 2.5, units, quantity)).toBeUndefined();
    expect(toStored(Number.NaN, units, quantity)).toBeUndefined();
    expect(toStored(Number.POSITIVE_INFINITY, units, quantity)).toBeUndefined();
  });

  it('never shows what was stored otherwise as nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (stored) => {
        expect(toTyped(stored, units, quantity)).toBeGreaterThan(0);
      }),
    );
    expect(toTyped(0, units, quantity)).toBe(0);
  });
});

it('units of a weight are no heavier together than a limit of as much', () => {
  const weights = fc.record({
    units: fc.constantFrom(...unitSystems),
    hundredths: fc.integer({ min: 1, max: 100_000 }),
    count: fc.integer({ min: 1, max: 1000 }),
  });
  fc.assert(
    fc.property(weights, ({ units, hundredths, count }) => {
      const each = toStored(hundredths / 100, units, 'weight') ?? Number.NaN;
      const most = toStored((hundredths * count) / 100, units, 'limit') ?? Number.NaN;
      expect(each * count).toBeLessThanOrEqual(most);
    }),
  );
});

it('light weights read in ounces and grams', () => {
  const half = toStored(0.5, 'imperial', 'weight') ?? 0;
  expect(readableWeight(half, 'imperial')).toEqual({ amount: 8, unit: 'ounce' });
  expect(readableWeight(1133, 'imperial')).toEqual({ amount: 2.5, unit: 'pound' });
  expect(readableWeight(1, 'imperial')).toEqual({ amount: 0.1, unit: 'ounce' });
  expect(readableWeight(640, 'metric')).toEqual({ amount: 640, unit: 'gram' });
  expect(readableWeight(1250, 'metric')).toEqual({ amount: 1.25, unit: 'kilogram' });
});

it('the United States and its islands weigh in pounds, others in kilograms', () => {
  expect(['US', 'PR', 'DE', 'GB', 'CA'].map(unitsOf)).toEqual([
    'imperial',
    'imperial',
    'metric',
    'metric',
    'metric',
  ]);
});

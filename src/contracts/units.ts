/** The units in which weights and sizes are typed and shown. Stored, and on the wire, are whole grams and
 * millimetres. */
export const unitSystems = ['imperial', 'metric'] as const;
export type Units = (typeof unitSystems)[number];

const POUNDS = new Set(['AS', 'GU', 'LR', 'MP', 'PR', 'US', 'VI']);

/** Returns the units that a country uses. */
export const unitsOf = (country: string): Units => (POUNDS.has(country) ? 'imperial' : 'metric');

/** A `weight` is rounded down, the `limit` of a weight up: ten tools of 0.5 lb together are no heavier than a
 * limit of 5 lb. */
export type Quantity = 'weight' | 'limit' | 'size';

const rounded: Record<Quantity, (amount: number) => number> = {
  weight: Math.floor,
  limit: Math.ceil,
  size: Math.round,
};

type Scale = {
  unit: string;
  /** The smallest step that is typed and shown, as a fraction, and how many of the stored unit it has. Above
   * one, so that no two typed amounts are stored as the same. */
  perUnit: number;
  stored: number;
};

const pounds: Scale = { unit: 'lb', perUnit: 100, stored: 4.5359237 };
const kilograms: Scale = { unit: 'kg', perUnit: 1000, stored: 1 };

const scales: Record<Units, Record<Quantity, Scale>> = {
  imperial: { weight: pounds, limit: pounds, size: { unit: 'in', perUnit: 20, stored: 1.27 } },
  metric: { weight: kilograms, limit: kilograms, size: { unit: 'mm', perUnit: 1, stored: 1 } },
};

/** Returns the sign of the unit in which a quantity is typed, and the step of its amounts. */
export function unitOf(units: Units, quantity: Quantity): { unit: string; step: number } {
  const { unit, perUnit } = scales[units][quantity];
  return { unit, step: 1 / perUnit };
}

// Binary fractions: 0.29 × 100 is a little less than 29.
const NEARLY = 1e-6;

/** Returns the grams or millimetres of a typed amount. `undefined` if it is not a number, or has more
 * decimals than are kept. */
export function toStored(typed: number, units: Units, quantity: Quantity): number | undefined {
  const { perUnit, stored } = scales[units][quantity];
  const steps = Math.round(typed * perUnit);
  if (!Number.isFinite(steps) || Math.abs(typed * perUnit - steps) > NEARLY) return undefined;
  return rounded[quantity](Number((steps * stored).toFixed(6)));
}

/** Returns what was typed for stored grams or millimetres; for others, imported ones for example, the nearest
 * that can be typed. */
export function toTyped(amount: number, units: Units, quantity: Quantity): number {
  const { perUnit, stored } = scales[units][quantity];
  const steps = Math.round(amount / stored);
  return (amount > 0 ? Math.max(1, steps) : steps) / perUnit;
}

const OUNCE = 28.349523125;

/** Returns the number and the unit (`Intl.NumberFormat`'s) in which a weight is read best. */
export function readableWeight(grams: number, units: Units): { amount: number; unit: string } {
  const typed = toTyped(grams, units, 'weight');
  if (typed >= 1) return { amount: typed, unit: units === 'imperial' ? 'pound' : 'kilogram' };
  if (units === 'metric') return { amount: grams, unit: 'gram' };
  return { amount: Math.max(0.1, Math.round((grams / OUNCE) * 10) / 10), unit: 'ounce' };
}

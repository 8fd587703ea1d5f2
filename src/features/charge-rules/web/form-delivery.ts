import { readTypedNumber } from '#contracts/number-notation.ts';
import { type Quantity, toStored, toTyped, type Units, unitOf } from '#contracts/units.ts';
import { formatNumber } from '#texts/locale.ts';
import { newKey } from '#ui/client/new-key.ts';
import { filledRows, writeRows } from '#ui/dashboard/ordered-rows.tsx';
import { type DeliveryRules, deliveryRulesSchema, type ManagedRules } from '../managed-contract.ts';
import type { deliveryKinds } from '../rules.ts';
import { deliveryScreenTexts } from '../texts/delivery-screen.ts';
import type { FieldPath } from './use-rules-form.ts';

/** `places`: countries, and states ('US', 'CA-ON'). */
export type TypedRegion = { _id: string; name: string; places: string[]; postcodePrefixes: string };

/** The form's values of a method. The values of another kind of price stay until it is saved. */
export type TypedMethod = {
  _id: string;
  name: string;
  kind: (typeof deliveryKinds)[number];
  price: string;
  freeFrom: string;
  /** Rows of weight and price, as one text. */
  steps: string;
  maxGrams: string;
  regions: string[];
};

/** The form's values of the delivery rules. Weights are in the shop's units. */
export type TypedDelivery = {
  assumedGrams: string;
  regions: TypedRegion[];
  methods: TypedMethod[];
};

type DeliveryParts = Pick<ManagedRules, 'assumedGrams' | 'regions' | 'methods'>;

const typeWeight = (grams: number, units: Units, quantity: Quantity) =>
  String(toTyped(grams, units, quantity));

/** Converts the delivery rules to the form's values. */
export const typeDelivery = (
  { assumedGrams, regions, methods }: DeliveryParts,
  units: Units,
): TypedDelivery => ({
  assumedGrams: typeWeight(assumedGrams, units, 'weight'),
  regions: regions.map(({ _id, name, countries, states, postcodePrefixes }) => ({
    ...{ _id, name, places: [...countries.filter((country) => !hasStateOf(states, country)), ...states] },
    postcodePrefixes: postcodePrefixes.join(', '),
  })),
  methods: methods.map(({ _id, name, kind, price, freeFrom, steps, maxGrams, regions: reached }) => ({
    ...{ _id, name, kind, price: String(price) },
    freeFrom: String(freeFrom ?? ''),
    steps: writeRows(steps.map((step) => [typeWeight(step.upToGrams, units, 'limit'), String(step.price)])),
    maxGrams: maxGrams === null ? '' : typeWeight(maxGrams, units, 'limit'),
    regions: reached,
  })),
});

/** Converts the form's values to the call's body; an invalid number is NaN. Weights of the rules `before`
 * that read the same stay as they are stored. */
export function readDelivery(
  { assumedGrams, regions, methods }: TypedDelivery,
  units: Units,
  before?: DeliveryParts,
): Omit<DeliveryRules, 'version' | 'shopCountry'> {
  const limitsBefore = before?.methods.flatMap(({ steps, maxGrams }) => [
    ...steps.map(({ upToGrams }) => upToGrams),
    ...(maxGrams === null ? [] : [maxGrams]),
  ]);
  const known = new Map(limitsBefore?.map((grams) => [typeWeight(grams, units, 'limit'), grams]));
  const limit = (typed: string) =>
    known.get(typed.trim()) ?? toStored(readTypedNumber(typed), units, 'limit') ?? Number.NaN;
  const isAssumedBefore = before && assumedGrams === typeWeight(before.assumedGrams, units, 'weight');
  return {
    assumedGrams: isAssumedBefore
      ? before.assumedGrams
      : (toStored(readTypedNumber(assumedGrams), units, 'weight') ?? Number.NaN),
    regions: regions.map(({ postcodePrefixes, places, ...region }) => ({
      ...region,
      countries: [...new Set(places.map((place) => place.slice(0, 2)))],
      states: places.filter((place) => place.includes('-')),
      postcodePrefixes: splitPrefixes(postcodePrefixes),
    })),
    methods: methods.map(({ _id, name, kind, price, freeFrom, steps, maxGrams, regions: reached }) => ({
      ...{ _id, name, kind, regions: reached },
      price: kind === 'flat' || kind === 'free_over' ? readTypedNumber(price) : 0,
      freeFrom: kind === 'free_over' ? readTypedNumber(freeFrom) : null,
      steps:
        kind === 'by_weight'
          ? filledRows(steps, 2).map(([upTo = '', cost = '']) => ({
              upToGrams: limit(upTo),
              price: readTypedNumber(cost),
            }))
          : [],
      maxGrams: maxGrams.trim() === '' ? null : limit(maxGrams),
    })),
  };
}

const weights = new Set<unknown>(['upToGrams', 'maxGrams', 'assumedGrams']);

/** Returns the errors of delivery rules by path; those of weights in the shop's units. */
export function checkDelivery(
  rules: DeliveryRules,
  units: Units,
): { path: PropertyKey[]; message: string }[] {
  const issues = deliveryRulesSchema.safeParse(rules).error?.issues ?? [];
  const { unit, step } = unitOf(units, 'limit');
  const message = deliveryScreenTexts.weightWrong(unit, formatNumber(step));
  return issues.map((issue) => (weights.has(issue.path.at(-1)) ? { path: issue.path, message } : issue));
}

const hasStateOf = (states: readonly string[], country: string) =>
  states.some((state) => state.startsWith(`${country}-`));

const splitPrefixes = (typed: string) =>
  typed
    .split(/[,;\n]/)
    .map((prefix) => prefix.trim())
    .filter(Boolean);

/** Returns the form field for a path in the call's body. */
export function deliveryFieldOf([list, nth, name, inner]: FieldPath): [string, number?] {
  if (list !== 'regions' && list !== 'methods') return [String(list ?? '')];
  if (nth === undefined) return [`${list}.root`];
  const field = `${list}.${nth}.${name === 'countries' || name === 'states' ? 'places' : name}`;
  return name === 'steps' && inner !== undefined ? [field, Number(inner) + 1] : [field];
}

/** Returns the names of what differs between two versions of the form, as their rows show them. */
export function differingDelivery(one: TypedDelivery, other: TypedDelivery): string[] {
  return (['methods', 'regions'] as const).flatMap((list) => {
    const rows: { _id: string; name: string }[] = [...one[list], ...other[list]];
    const texts = new Map<string, string[]>();
    for (const row of rows) texts.set(row._id, [...(texts.get(row._id) ?? []), JSON.stringify(row)]);
    const differing = rows.filter(({ _id }) => {
      const [first, second] = texts.get(_id) ?? [];
      return first !== second;
    });
    const { unnamed } = deliveryScreenTexts[list];
    return [...new Set(differing.map(({ name }) => name.trim() || unnamed))];
  });
}

/** Returns a UUID (version 4) for a new row; `crypto.randomUUID` is missing on plain HTTP. */
export function newId(): string {
  const key = newKey();
  return [
    key.slice(0, 8),
    key.slice(8, 12),
    `4${key.slice(13, 16)}`,
    `8${key.slice(17, 20)}`,
    key.slice(20),
  ].join('-');
}

export const newRegion = (): TypedRegion => ({ _id: newId(), name: '', places: [], postcodePrefixes: '' });

export const newMethod = (): TypedMethod => ({
  ...{ _id: newId(), name: '', kind: 'flat', price: '', freeFrom: '', steps: '', maxGrams: '', regions: [] },
});

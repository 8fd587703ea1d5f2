import { readNumber } from '#features/catalogue/web/manage/form-rows.ts';
import { newKey } from '#ui/client/new-key.ts';
import { filledRows, writeRows } from '#ui/dashboard/ordered-rows.tsx';
import type { DeliveryRules, ManagedRules } from '../managed-contract.ts';
import type { deliveryKinds } from '../rules.ts';
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

/** The form's values of the delivery rules. */
export type TypedDelivery = {
  shopCountry: string;
  assumedGrams: string;
  regions: TypedRegion[];
  methods: TypedMethod[];
};

/** Converts the delivery rules to the form's values. */
export const typeDelivery = ({
  shopCountry,
  assumedGrams,
  regions,
  methods,
}: ManagedRules): TypedDelivery => ({
  shopCountry: shopCountry ?? '',
  assumedGrams: String(assumedGrams),
  regions: regions.map(({ _id, name, countries, states, postcodePrefixes }) => ({
    ...{ _id, name, places: [...countries.filter((country) => !hasStateOf(states, country)), ...states] },
    postcodePrefixes: postcodePrefixes.join(', '),
  })),
  methods: methods.map(({ _id, name, kind, price, freeFrom, steps, maxGrams, regions: reached }) => ({
    ...{ _id, name, kind, price: String(price) },
    freeFrom: String(freeFrom ?? ''),
    steps: writeRows(steps.map((step) => [String(step.upToGrams), String(step.price)])),
    maxGrams: String(maxGrams ?? ''),
    regions: reached,
  })),
});

/** Converts the form's values to the call's body; an invalid number is NaN. */
export const readDelivery = ({
  shopCountry,
  assumedGrams,
  regions,
  methods,
}: TypedDelivery): Omit<DeliveryRules, 'version'> => ({
  shopCountry: shopCountry || null,
  assumedGrams: readNumber(assumedGrams),
  regions: regions.map(({ postcodePrefixes, places, ...region }) => ({
    ...region,
    countries: [...new Set(places.map((place) => place.slice(0, 2)))],
    states: places.filter((place) => place.includes('-')),
    postcodePrefixes: splitPrefixes(postcodePrefixes),
  })),
  methods: methods.map(({ _id, name, kind, price, freeFrom, steps, maxGrams, regions: reached }) => ({
    ...{ _id, name, kind, regions: reached },
    price: kind === 'flat' || kind === 'free_over' ? readNumber(price) : 0,
    freeFrom: kind === 'free_over' ? readNumber(freeFrom) : null,
    steps: kind === 'by_weight' ? readSteps(steps) : [],
    maxGrams: maxGrams.trim() === '' ? null : readNumber(maxGrams),
  })),
});

const hasStateOf = (states: readonly string[], country: string) =>
  states.some((state) => state.startsWith(`${country}-`));

const splitPrefixes = (typed: string) =>
  typed
    .split(/[,;\n]/)
    .map((prefix) => prefix.trim())
    .filter(Boolean);

const readSteps = (typed: string) =>
  filledRows(typed, 2).map(([upToGrams = '', price = '']) => ({
    upToGrams: readNumber(upToGrams),
    price: readNumber(price),
  }));

/** Returns the form field for a path in the call's body. */
export function deliveryFieldOf([list, nth, name, inner]: FieldPath): [string, number?] {
  if (list !== 'regions' && list !== 'methods') return [String(list ?? '')];
  if (nth === undefined) return [`${list}.root`];
  const field = `${list}.${nth}.${name === 'countries' || name === 'states' ? 'places' : name}`;
  return name === 'steps' && inner !== undefined ? [field, Number(inner) + 1] : [field];
}

/** Returns the names of what differs between two versions of the form. */
export function differingDelivery(one: TypedDelivery, other: TypedDelivery): string[] {
  return (['methods', 'regions'] as const).flatMap((list) => {
    const rows: { _id: string; name: string }[] = [...one[list], ...other[list]];
    const texts = new Map<string, string[]>();
    for (const row of rows) texts.set(row._id, [...(texts.get(row._id) ?? []), JSON.stringify(row)]);
    const differing = rows.filter(({ _id }) => {
      const [first, second] = texts.get(_id) ?? [];
      return first !== second;
    });
    return [...new Set(differing.map(({ name }) => name))];
  });
}

/** Returns a UUID (version 4) for a new row; `crypto.randomUUID` is missing on plain HTTP. */
function newId(): string {
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

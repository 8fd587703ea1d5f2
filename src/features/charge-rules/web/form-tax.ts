import { readTypedNumber } from '#contracts/number-notation.ts';
import { UNKNOWN_COUNTRY } from '#contracts/region.ts';
import { nameOfCountry } from '#features/addresses/country-rules.ts';
import { findState } from '#features/addresses/state-rules.ts';
import { type ManagedRules, taxRulesSchema, type WantedRules } from '../managed-contract.ts';
import type { deliveryTaxes } from '../rules.ts';
import { taxScreenTexts } from '../texts/tax-screen.ts';
import { newId } from './form-delivery.ts';
import type { FieldPath } from './use-rules-form.ts';

type TypedRate = { rate: string; exemptsBusinesses: boolean };

/** The rates of a region: the standard rate, and those of categories. */
export type TypedRates = TypedRate & { categories: (TypedRate & { category: string })[] };

type Region = ManagedRules['regions'][number];

/** The form's values of the tax rules. */
export type TypedTax = {
  /** Regions that the form adds; only those with a rate are saved. */
  added: Region[];
  pricesIncludeTax: boolean;
  samePriceEverywhere: boolean;
  taxWithoutNumber: boolean;
  taxName: string;
  deliveryTax: (typeof deliveryTaxes)[number];
  /** By region id; regions without rates may be missing. */
  rates: Record<string, TypedRates>;
};

/** The rates of a region before anything is typed. */
export const noRates: TypedRates = { rate: '', exemptsBusinesses: false, categories: [] };

const regionsByPlace = new Map<string, Region>();

/** Returns a new region of a country or state. The same each time, so that forms can be compared. */
export function regionOfPlace(place: string): Region {
  const state = findState(place);
  const region = regionsByPlace.get(place) ?? {
    _id: newId(),
    name: state?.name ?? nameOfCountry(place),
    countries: [state?.country ?? place],
    states: state ? [place] : [],
    postcodePrefixes: [],
  };
  regionsByPlace.set(place, region);
  return region;
}

/** All regions of the form: those of the rules, and those that it adds. */
export const regionsInForm = (
  { added }: Pick<TypedTax, 'added'>,
  { regions }: Pick<ManagedRules, 'regions'>,
) => [...regions, ...added];

/** Converts the tax rules to the form's values. A shop without regions is offered one of its own place. */
export function typeTax({ regions, rates, ...rules }: ManagedRules, home: string): TypedTax {
  const added = regions.length === 0 && home !== UNKNOWN_COUNTRY ? [regionOfPlace(home)] : [];
  const { pricesIncludeTax, samePriceEverywhere, taxWithoutNumber, taxName, deliveryTax } = rules;
  const typed = [...regions, ...added].map(({ _id }): [string, TypedRates] => {
    const own = rates.filter(({ region }) => region === _id);
    const standard = own.find(({ category }) => category === null);
    const categories = own.flatMap(({ category, rate, exemptsBusinesses }) =>
      category === null ? [] : [{ category, rate: String(rate), exemptsBusinesses }],
    );
    return [
      _id,
      {
        rate: String(standard?.rate ?? ''),
        exemptsBusinesses: standard?.exemptsBusinesses ?? false,
        categories,
      },
    ];
  });
  const settings = { pricesIncludeTax, samePriceEverywhere, taxWithoutNumber, taxName, deliveryTax };
  return { ...settings, added, rates: Object.fromEntries(typed) };
}

/** Returns the rules with the form's values. */
export function readTax(typed: TypedTax, rules: ManagedRules): WantedRules {
  const { added, rates, ...settings } = typed;
  const wanted = ratesIn(rates, regionsInForm(typed, rules));
  const newRegions = added.filter(({ _id }) => wanted.some(({ region }) => region === _id));
  return {
    ...rules,
    ...settings,
    ...(newRegions.length > 0 && { newRegions }),
    regions: [...rules.regions, ...newRegions],
    rates: wanted.map(({ region, category, rate, exemptsBusinesses }) => ({
      ...{ region, category, exemptsBusinesses },
      rate: readTypedNumber(rate),
    })),
  };
}

/** Returns all rates in the order of the call, each with its field name. */
function ratesIn(rates: TypedTax['rates'], regions: ManagedRules['regions']) {
  return regions.flatMap(({ _id: region }) => {
    // A region that someone else has added meanwhile has only the values that were typed.
    const { categories, ...standard } = { ...noRates, ...rates[region] };
    return [
      ...(standard.rate.trim() === '' ? [] : [{ region, category: null, field: region, ...standard }]),
      ...categories.map((row, nth) => ({ region, field: `${region}.categories.${nth}`, ...row })),
    ];
  });
}

/** Returns the form field for a path in the call's body. */
export function taxFieldOf(
  typed: TypedTax,
  regions: ManagedRules['regions'],
  [list, nth, name]: FieldPath,
): string {
  if (list !== 'rates') return String(list ?? '');
  return nth === undefined
    ? 'rates.root'
    : `rates.${ratesIn(typed.rates, regions)[Number(nth)]?.field}.${name}`;
}

/** Returns the errors of tax rules by path, including categories that are missing or repeated. */
export function checkTax(rules: WantedRules): { path: PropertyKey[]; message: string }[] {
  const { categoryMissing, twice } = taxScreenTexts.rates;
  const places = rules.rates.map(({ region, category }) => `${region} ${category}`);
  const repeated = places.flatMap((place, nth) =>
    places.indexOf(place) < nth ? [{ path: ['rates', nth, 'category'], message: twice }] : [],
  );
  const issues = taxRulesSchema.safeParse(rules).error?.issues ?? [];
  const others = issues
    .filter(({ path }) => repeated.length === 0 || path.length > 1 || path[0] !== 'rates')
    .map(({ path, message }) => ({ path, message: path[2] === 'category' ? categoryMissing : message }));
  return [...others, ...repeated];
}

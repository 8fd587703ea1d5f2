import { readNumber } from '#features/catalogue/web/manage/form-rows.ts';
import { type ManagedRules, type TaxRules, taxRulesSchema } from '../managed-contract.ts';
import type { deliveryTaxes } from '../rules.ts';
import { taxScreenTexts } from '../texts/tax-screen.ts';
import type { FieldPath } from './use-rules-form.ts';

type TypedRate = { rate: string; exemptsBusinesses: boolean };

/** The rates of a region: the standard rate, and those of categories. */
export type TypedRates = TypedRate & { categories: (TypedRate & { category: string })[] };

/** The form's values of the tax rules. */
export type TypedTax = {
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

/** Converts the tax rules to the form's values. */
export function typeTax({ regions, rates, ...rules }: ManagedRules): TypedTax {
  const { pricesIncludeTax, samePriceEverywhere, taxWithoutNumber, taxName, deliveryTax } = rules;
  const typed = regions.map(({ _id }): [string, TypedRates] => {
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
  return { ...settings, rates: Object.fromEntries(typed) };
}

/** Converts the form's values for the existing regions to the call's body. */
export const readTax = (
  { rates, ...settings }: TypedTax,
  regions: ManagedRules['regions'],
): Omit<TaxRules, 'version'> & Pick<TypedTax, 'samePriceEverywhere' | 'taxWithoutNumber'> => ({
  ...settings,
  rates: ratesIn(rates, regions).map(({ region, category, rate, exemptsBusinesses }) => ({
    ...{ region, category, exemptsBusinesses },
    rate: readNumber(rate),
  })),
});

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
export function checkTax(rules: ManagedRules): { path: PropertyKey[]; message: string }[] {
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

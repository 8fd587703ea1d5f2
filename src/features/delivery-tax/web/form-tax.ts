import { readNumber } from '#features/catalogue/web/manage/form-rows.ts';
import { type ManagedRules, type TaxRules, taxRulesSchema } from '../managed-contract.ts';
import type { deliveryTaxes } from '../rules.ts';
import { taxScreenTexts } from '../texts/tax-screen.ts';
import type { FieldPath } from './use-rules-form.ts';

type TypedRate = { rate: string; exemptsBusinesses: boolean };

/** The rates of a region: the standard one, and those of categories. */
export type TypedRates = TypedRate & { categories: (TypedRate & { category: string })[] };

/** The form of tax, as it is typed. */
export type TypedTax = {
  pricesIncludeTax: boolean;
  samePriceEverywhere: boolean;
  taxWithoutNumber: boolean;
  taxName: string;
  deliveryTax: (typeof deliveryTaxes)[number];
  /** By the region's id; a region that nothing is typed for may be left out. */
  rates: Record<string, TypedRates>;
};

/** What the rates of a region are before anything is typed. */
export const noRates: TypedRates = { rate: '', exemptsBusinesses: false, categories: [] };

/** What is set about tax, as the form has it. */
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

/** What the form says of the regions that there are, as the call takes it. */
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

/** All rates in the order of the call, each with the name of its field. */
function ratesIn(rates: TypedTax['rates'], regions: ManagedRules['regions']) {
  return regions.flatMap(({ _id: region }) => {
    // Of a region that somebody else has added meanwhile, only what was typed is there.
    const { categories, ...standard } = { ...noRates, ...rates[region] };
    return [
      ...(standard.rate.trim() === '' ? [] : [{ region, category: null, field: region, ...standard }]),
      ...categories.map((row, nth) => ({ region, field: `${region}.categories.${nth}`, ...row })),
    ];
  });
}

/** The field of the form that a part of the call is typed into. */
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

/** What is wrong with rules of tax, where it is typed: a category that was not chosen,
 * or is there twice, among them. */
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

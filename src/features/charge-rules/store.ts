import { sql } from 'kysely';
import { UNKNOWN_COUNTRY } from '#contracts/region.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { taxesWithoutNumber, taxNameOf } from '#texts/region.ts';
import type { ChargeLine, ChargeRules, DeliveryMethod, TaxRate } from './compute-charges.ts';
import type { Region } from './rules.ts';

/** Returns what charges need to know of tools, by id: a tool's weight, its category and that category's
 * parent. */
export async function findGoods(
  db: Database,
  toolIds: string[],
): Promise<Map<string, Pick<ChargeLine, 'weightGrams' | 'taxCategories'>>> {
  const rows = await db
    .selectFrom('tools')
    .leftJoin('categories', 'categories.name', 'tools.category')
    .select(['tools.id', 'weight_grams', 'categories.id as category_id', 'parent_id'])
    .where('tools.id', '=', anyOf<string>(toolIds, 'uuid'))
    .execute();
  return new Map(
    rows.map(({ id, weight_grams, category_id, parent_id }) => [
      id,
      {
        weightGrams: weight_grams,
        taxCategories: [category_id, parent_id].filter((category) => category !== null),
      },
    ]),
  );
}

/** The rules and their version. `isNumbered`: the shop has a VAT or tax number; `taxWithoutNumber`: it
 * charges tax without one as well. */
export type RulesRow = ChargeRules & {
  version: number;
  shopCountry: string;
  isNumbered: boolean;
  taxWithoutNumber: boolean;
};

/** Returns the rules for purchases: without a number, a seller charges no tax unless they chose to, nor
 * before the shop's country is known. */
export async function readRulesInForce(db: Database): Promise<Omit<RulesRow, 'shopCountry'> & ChargeRules> {
  const rules = await readRules(db);
  if (rules.shopCountry === UNKNOWN_COUNTRY) return { ...rules, shopCountry: null, rates: [] };
  return rules.isNumbered || rules.taxWithoutNumber ? rules : { ...rules, rates: [] };
}

/** Returns all rules of delivery and tax, in one snapshot. What the owner has not set is as usual in the
 * shop's country. */
export async function readRules(db: Database): Promise<RulesRow> {
  const { rows } = await sql<RulesRow & { [Name in ByCountry]: RulesRow[Name] | null }>`
    select version, prices_include_tax as "pricesIncludeTax",
      tax_without_number as "taxWithoutNumber", exists (select from shop_details
        where own -> 'business' ->> 'vatNumber' <> '' or own -> 'business' ->> 'taxNumber' <> '') as "isNumbered",
      same_price_everywhere as "samePriceEverywhere", tax_name as "taxName",
      (select country from shop_details) as "shopCountry",
      (select coalesce(own -> 'region' ->> 'state', '') from shop_details) as "shopState",
      delivery_tax as "deliveryTax", assumed_grams as "assumedGrams",
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'countries', countries, 'states', states,
        'postcodePrefixes', postcode_prefixes) order by position) from regions), '[]') as regions,
      coalesce((select json_agg(json_build_object('regionId', region_id, 'categoryId', category_id,
        'ratePpm', rate_ppm, 'exemptsBusinesses', exempts_businesses) order by region_id, category_id nulls first)
        from tax_rates), '[]') as rates,
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'priceCents', price_cents,
        'freeFromCents', free_from_cents, 'maxGrams', max_grams,
        'steps', (select coalesce(json_agg(json_build_object('upToGrams', grams, 'priceCents', cents) order by grams), '[]')
          from unnest(step_grams, step_cents) as step (grams, cents)),
        'regionIds', (select coalesce(json_agg(region_id order by region_id), '[]')
          from delivery_method_regions where method_id = id)) order by position) from delivery_methods), '[]') as methods
    from charge_settings`.execute(db);
  const [rules] = rows;
  if (!rules) throw new Error('the settings of charges have vanished');
  const { taxName, taxWithoutNumber } = rules;
  const usual = usualIn(rules.shopCountry);
  return {
    ...rules,
    taxName: taxName ?? usual.taxName,
    taxWithoutNumber: taxWithoutNumber ?? usual.taxWithoutNumber,
  };
}

type ByCountry = 'taxName' | 'taxWithoutNumber';

const usualIn = (country: string): Pick<RulesRow, ByCountry> => ({
  taxName: taxNameOf(country),
  taxWithoutNumber: taxesWithoutNumber(country),
});

/** Returns the categories with tax rates of their own. */
export async function findTaxedCategories(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('tax_rates').select('category_id').distinct().execute();
  return rows.flatMap(({ category_id }) => category_id ?? []);
}

/** Locks the rules against changes until the transaction ends, and returns their version. */
export async function lockRules(tx: DatabaseTransaction): Promise<number> {
  const settings = tx.selectFrom('charge_settings').select('version').forUpdate();
  return (await settings.executeTakeFirstOrThrow()).version;
}

type Settings = Pick<
  RulesRow,
  'taxWithoutNumber' | 'pricesIncludeTax' | 'samePriceEverywhere' | 'taxName' | 'deliveryTax' | 'assumedGrams'
>;

/** Writes some of the settings of a shop in `country`, and increments the version. What is usual there
 * is left to follow the country. */
export async function writeSettings(
  tx: DatabaseTransaction,
  country: string,
  settings: Partial<Settings>,
): Promise<void> {
  const { pricesIncludeTax, samePriceEverywhere, taxName, deliveryTax, assumedGrams } = settings;
  const { taxWithoutNumber } = settings;
  const usual = usualIn(country);
  await tx
    .updateTable('charge_settings')
    .set(({ eb }) => ({
      version: eb('version', '+', 1),
      tax_without_number: taxWithoutNumber === usual.taxWithoutNumber ? null : taxWithoutNumber,
      prices_include_tax: pricesIncludeTax,
      same_price_everywhere: samePriceEverywhere,
      tax_name: taxName === usual.taxName ? null : taxName,
      delivery_tax: deliveryTax,
      assumed_grams: assumedGrams,
    }))
    .execute();
}

/** Writes the regions, in order, and removes others. Nothing may refer to a removed region any more. */
export async function writeRegions(tx: DatabaseTransaction, regions: readonly Region[]): Promise<void> {
  const ids = regions.map(({ id }) => id);
  await tx.deleteFrom('regions').where(sql<boolean>`id <> all(${ids}::uuid[])`).execute();
  const rows = regions.map(({ postcodePrefixes, ...region }, position) => ({
    ...region,
    countries: [...region.countries],
    states: [...(region.states ?? [])],
    postcode_prefixes: [...postcodePrefixes],
    position,
  }));
  if (rows.length > 0)
    await tx
      .insertInto('regions')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          countries: ref('excluded.countries'),
          states: ref('excluded.states'),
          postcode_prefixes: ref('excluded.postcode_prefixes'),
          position: ref('excluded.position'),
        })),
      )
      .execute();
}

/** Replaces the regions and methods, in order. */
export async function writeDelivery(
  tx: DatabaseTransaction,
  regions: readonly Region[],
  methods: readonly DeliveryMethod[],
): Promise<void> {
  // A region can only go once no method refers to it.
  await tx.deleteFrom('delivery_methods').execute();
  await writeRegions(tx, regions);
  await tx
    .insertInto('delivery_methods')
    .values(
      methods.map(({ id, name, kind, priceCents, freeFromCents, maxGrams, steps }, position) => ({
        ...{ id, name, kind, position },
        price_cents: priceCents,
        free_from_cents: freeFromCents,
        max_grams: maxGrams,
        step_grams: steps.map(({ upToGrams }) => upToGrams),
        step_cents: steps.map((step) => step.priceCents),
      })),
    )
    .execute();
  const reached = methods.flatMap(({ id, regionIds }) =>
    regionIds.map((regionId) => ({ method_id: id, region_id: regionId })),
  );
  if (reached.length > 0) await tx.insertInto('delivery_method_regions').values(reached).execute();
}

/** Replaces the tax rates. */
export async function writeRates(tx: DatabaseTransaction, rates: readonly TaxRate[]): Promise<void> {
  await tx.deleteFrom('tax_rates').execute();
  if (rates.length === 0) return;
  const rows = rates.map(({ regionId, categoryId, ratePpm, exemptsBusinesses }) => ({
    region_id: regionId,
    category_id: categoryId,
    rate_ppm: ratePpm,
    exempts_businesses: exemptsBusinesses,
  }));
  await tx.insertInto('tax_rates').values(rows).execute();
}

/** Number of tools in the shop without a weight. */
export async function countUnweighed(db: Database): Promise<number> {
  const { unweighed } = await db
    .selectFrom('tools')
    .select(({ fn }) => fn.countAll<number>().as('unweighed'))
    .where('deleted_at', 'is', null)
    .where('weight_grams', 'is', null)
    .executeTakeFirstOrThrow();
  return unweighed;
}

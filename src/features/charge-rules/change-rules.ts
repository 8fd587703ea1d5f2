import { AppError } from '#contracts/app-error.ts';
import { type Cents, MAX_CHARGE_CENTS, toCents, toPrice } from '#contracts/money.ts';
import { UNKNOWN_COUNTRY } from '#contracts/region.ts';
import { toPercent, toPpm } from '#contracts/tax-rate.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { writeCountry } from '#features/shop-details/store.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { breaksConstraint, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { DeliveryMethod } from './compute-charges.ts';
import { type DeliveryRules, MAX_ROWS, type ManagedRules, type TaxRules } from './managed-contract.ts';
import { findOverlap } from './rules.ts';
import {
  countUnweighed,
  lockRules,
  type RulesRow,
  readRules,
  writeDelivery,
  writeRates,
  writeRegions,
  writeSettings,
} from './store.ts';
import { chargeRulesErrorTexts as errorTexts, chargeRulesTexts as texts } from './texts/manage.ts';

/** Returns all rules of delivery and tax, for editing. */
export async function readManagedRules(
  { config }: Pick<AppContext, 'config'>,
  db: Database,
): Promise<ManagedRules> {
  return serializeRules(await readRules(db), await countUnweighed(db), config.currency);
}

/** Sets the regions, methods and prices of delivery. @throws AppError version_conflict with the current
 * rules; conflict if a removed region has tax rates; invalid_input for an invalid amount. */
export async function changeDelivery(context: AppContext, wanted: DeliveryRules): Promise<ManagedRules> {
  const methods = wanted.methods.map((method, place) => readMethod(context, method, `methods.${place}`));
  return changing(context, wanted.version, async (tx, before) => {
    const regions = wanted.regions.map(({ _id, ...region }) => ({ id: _id, ...region }));
    const isKept = (regionId: string) => regions.some(({ id }) => id === regionId);
    const gone = before.rates.find(({ regionId }) => !isKept(regionId));
    if (gone) {
      const name = before.regions.find(({ id }) => id === gone.regionId)?.name ?? '';
      throw new AppError('conflict', errorTexts.regionTaxed(name), { field: 'regions' });
    }
    await writeDelivery(tx, regions, methods);
    const { shopCountry, assumedGrams } = wanted;
    if (shopCountry && shopCountry !== UNKNOWN_COUNTRY && shopCountry !== before.shopCountry)
      await moveShop(context, tx, shopCountry);
    await writeSettings(tx, before.shopCountry, { assumedGrams });
    const details = { version: wanted.version + 1, methods: methods.length, regions: regions.length };
    await recordAudit(context, tx, { action: 'delivery_changed', details });
  });
}

/** Sets the tax rates. @throws AppError version_conflict with the current rules; invalid_input for a rate of
 * an unknown region or category, and for any rate without a VAT or tax number unless tax is to be charged all
 * the same. */
export async function changeTax(context: AppContext, wanted: TaxRules): Promise<ManagedRules> {
  const rates = wanted.rates.map(({ region, category, rate, exemptsBusinesses }) => ({
    regionId: region,
    categoryId: category,
    ratePpm: toPpm(rate),
    exemptsBusinesses,
  }));
  const change = changing(context, wanted.version, async (tx, before) => {
    await addRegions(tx, before, wanted.newRegions ?? []);
    await writeRates(tx, rates);
    const {
      pricesIncludeTax,
      samePriceEverywhere = before.samePriceEverywhere,
      taxWithoutNumber = before.taxWithoutNumber,
      taxName,
      deliveryTax,
    } = wanted;
    if (!before.isNumbered && !taxWithoutNumber && rates.some(({ ratePpm }) => ratePpm > 0))
      throw new AppError('invalid_input', errorTexts.numberFirst, { field: 'taxWithoutNumber' });
    await writeSettings(tx, before.shopCountry, {
      pricesIncludeTax,
      samePriceEverywhere,
      taxWithoutNumber,
      taxName,
      deliveryTax,
    });
    const details = {
      version: wanted.version + 1,
      rates: rates.length,
      ...(wanted.newRegions?.length && { newRegions: wanted.newRegions.length }),
      pricesIncludeTax,
      samePriceEverywhere,
      ...(!before.isNumbered && { taxWithoutNumber }),
    };
    await recordAudit(context, tx, { action: 'tax_changed', details });
  });
  return change.catch(asUnknownError);
}

/** Adds regions after the existing ones. @throws AppError invalid_input for too many, for one that is there
 * already, and for a place that would be in two of them */
async function addRegions(
  tx: DatabaseTransaction,
  { regions }: RulesRow,
  added: NonNullable<TaxRules['newRegions']>,
): Promise<void> {
  if (added.length === 0) return;
  const all = [...regions, ...added.map(({ _id, ...region }) => ({ id: _id, ...region }))];
  const overlap = findOverlap(all);
  const problem =
    (all.length > MAX_ROWS && texts.tooMany(texts.labels.regions, MAX_ROWS)) ||
    (new Set(all.map(({ id }) => id)).size < all.length && texts.twice) ||
    (overlap !== undefined && texts.overlap(overlap));
  if (problem) throw new AppError('invalid_input', problem, { field: 'newRegions' });
  await writeRegions(tx, all);
}

/** Runs `change` with the rules locked, if their version still is `version`. */
async function changing(
  context: AppContext,
  version: number,
  change: (tx: DatabaseTransaction, before: RulesRow) => Promise<void>,
): Promise<ManagedRules> {
  return context.db.transaction().execute(async (tx) => {
    if ((await lockRules(tx)) !== version) {
      const current = await readManagedRules(context, tx);
      throw new AppError('version_conflict', errorTexts.changedMeanwhile, { field: 'version', current });
    }
    await change(tx, await readRules(tx));
    await invalidateEverywhere(tx);
    return readManagedRules(context, tx);
  });
}

/** Sets the shop's country, which is one of its details. */
async function moveShop(context: AppContext, tx: DatabaseTransaction, country: string): Promise<void> {
  const { version } = await writeCountry(tx, country, context.clock.now());
  await recordAudit(context, tx, { action: 'details_changed', details: { sections: 'region', version } });
}

function asUnknownError(error: unknown): never {
  const unknown = [
    { constraint: 'tax_rates_region_id_fkey', problem: errorTexts.noSuchRegion },
    { constraint: 'tax_rates_category_id_fkey', problem: errorTexts.noSuchCategory },
  ].find(({ constraint }) => breaksConstraint(error, constraint));
  throw unknown ? new AppError('invalid_input', unknown.problem, { field: 'rates' }) : error;
}

/** @throws AppError invalid_input for an amount that is invalid in the currency, or cannot be paid by card */
function readMethod(
  { config: { currency }, cardPayments }: AppContext,
  { _id, name, kind, maxGrams, regions, ...amounts }: DeliveryRules['methods'][number],
  field: string,
): DeliveryMethod {
  const step = cardPayments.chargeStepCents(currency);
  const cents = (amount: number, place: string): Cents => {
    const read = toCents(amount, currency);
    if (read !== undefined && read <= MAX_CHARGE_CENTS && read % step === 0) return read;
    throw new AppError('invalid_input', texts.tooLargeAmount, { field: `${field}.${place}` });
  };
  return {
    ...{ id: _id, name, kind, maxGrams, regionIds: regions },
    priceCents: cents(amounts.price, 'price'),
    freeFromCents: amounts.freeFrom === null ? null : cents(amounts.freeFrom, 'freeFrom'),
    steps: amounts.steps.map(({ upToGrams, price }, place) => ({
      upToGrams,
      priceCents: cents(price, `steps.${place}.price`),
    })),
  };
}

function serializeRules(rules: RulesRow, unweighedTools: number, currency: string): ManagedRules {
  const { version, shopCountry, assumedGrams, pricesIncludeTax, samePriceEverywhere, taxName, deliveryTax } =
    rules;
  const { taxWithoutNumber } = rules;
  const price = (cents: Cents) => toPrice(cents, currency);
  return {
    ...{ version, shopCountry, assumedGrams, pricesIncludeTax, samePriceEverywhere, taxName, deliveryTax },
    taxWithoutNumber,
    unweighedTools,
    regions: rules.regions.map(({ id, name, countries, states, postcodePrefixes }) => ({
      ...{ _id: id, name },
      countries: [...countries],
      states: [...(states ?? [])],
      postcodePrefixes: [...postcodePrefixes],
    })),
    methods: rules.methods.map(({ id, name, kind, maxGrams, ...method }) => ({
      ...{ _id: id, name, kind, maxGrams },
      price: price(method.priceCents),
      freeFrom: method.freeFromCents === null ? null : price(method.freeFromCents),
      steps: method.steps.map(({ upToGrams, priceCents }) => ({ upToGrams, price: price(priceCents) })),
      regions: [...method.regionIds],
    })),
    rates: rules.rates.map(({ regionId, categoryId, ratePpm, exemptsBusinesses }) => ({
      ...{ region: regionId, category: categoryId, exemptsBusinesses },
      rate: toPercent(ratePpm),
    })),
  };
}

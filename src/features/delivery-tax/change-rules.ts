import { AppError } from '#contracts/app-error.ts';
import { type Cents, MAX_CHARGE_CENTS, toCents, toPrice } from '#contracts/money.ts';
import { toPercent, toPpm } from '#contracts/tax-rate.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { breaksConstraint, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { DeliveryMethod } from './compute-charges.ts';
import type { DeliveryRules, ManagedRules, TaxRules } from './managed-contract.ts';
import {
  countUnweighed,
  lockRules,
  type RulesRow,
  readRules,
  writeDelivery,
  writeRates,
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
 * rules; conflict if a removed region has tax rates; invalid_input for an invalid amount, or if something is
 * taxed and the shop's country is missing. */
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
    checkCountry(shopCountry, before.rates);
    await writeSettings(tx, { shopCountry, assumedGrams });
    const details = { version: wanted.version + 1, methods: methods.length, regions: regions.length };
    await recordAudit(context, tx, { action: 'delivery_changed', details });
  });
}

/** Sets the tax rates. @throws AppError version_conflict with the current rules; invalid_input for a rate of
 * an unknown region or category, for any rate before the shop's country is known, and without a VAT or tax
 * number unless tax is to be charged all the same. */
export async function changeTax(context: AppContext, wanted: TaxRules): Promise<ManagedRules> {
  const rates = wanted.rates.map(({ region, category, rate, exemptsBusinesses }) => ({
    regionId: region,
    categoryId: category,
    ratePpm: toPpm(rate),
    exemptsBusinesses,
  }));
  const change = changing(context, wanted.version, async (tx, before) => {
    await writeRates(tx, rates);
    checkCountry(before.shopCountry, rates);
    const {
      pricesIncludeTax,
      samePriceEverywhere = before.samePriceEverywhere,
      taxWithoutNumber = before.taxWithoutNumber,
      taxName,
      deliveryTax,
    } = wanted;
    if (!before.isNumbered && !taxWithoutNumber && rates.some(({ ratePpm }) => ratePpm > 0))
      throw new AppError('invalid_input', errorTexts.numberFirst, { field: 'taxWithoutNumber' });
    await writeSettings(tx, {
      pricesIncludeTax,
      samePriceEverywhere,
      taxWithoutNumber,
      taxName,
      deliveryTax,
    });
    const details = {
      version: wanted.version + 1,
      rates: rates.length,
      pricesIncludeTax,
      samePriceEverywhere,
      ...(!before.isNumbered && { taxWithoutNumber }),
    };
    await recordAudit(context, tx, { action: 'tax_changed', details });
  });
  return change.catch(asUnknownError);
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

/** An invoice with tax must name its seller's country. @throws AppError invalid_input if something is taxed
 * and the shop's country is not known */
function checkCountry(shopCountry: string | null, rates: readonly { ratePpm: number }[]): void {
  if (shopCountry !== null || rates.every(({ ratePpm }) => ratePpm === 0)) return;
  throw new AppError('invalid_input', errorTexts.countryFirst, { field: 'shopCountry' });
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

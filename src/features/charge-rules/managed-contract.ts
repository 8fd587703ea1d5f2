import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { oneOf } from '#contracts/call-parts.ts';
import { idSchema } from '#contracts/identifiers.ts';
import { UNKNOWN_COUNTRY } from '#contracts/region.ts';
import { RATE_DIGITS } from '#contracts/tax-rate.ts';
import { formLine } from '#contracts/text.ts';
import { isCountry } from '#features/addresses/address-rules.ts';
import { findState } from '#features/addresses/state-rules.ts';
import { hasCodesIn } from './postal-areas.ts';
import { deliveryKinds, deliveryTaxes, findOverlap } from './rules.ts';
import { chargeRulesTexts as texts } from './texts/manage.ts';

/** Maximum number of regions, and of delivery methods. */
export const MAX_ROWS = 100;
const MAX_COUNTRIES = 300;
const MAX_PREFIXES = 1000;
const MAX_GRAMS = 100_000_000;

const listOf = <Schema extends z.ZodMiniType>(schema: Schema, label: string, max = MAX_ROWS) =>
  z.array(schema, { error: texts.list(label) }).check(z.maxLength(max, texts.tooMany(label, max)));

/** An ISO 3166 alpha-2 code in upper case. */
const country = z
  .string({ error: texts.country })
  .check(z.trim(), z.maxLength(2, texts.country), z.toUpperCase(), z.refine(isCountry, texts.country));

/** Of the shop. */
const ownCountry = z.union([z.literal(UNKNOWN_COUNTRY), country]);

const name = formLine({ ...texts.name, max: 60 });

const grams = (label: string, min: number) =>
  z
    .int(texts.grams(label))
    .check(z.minimum(min, texts.grams(label)), z.maximum(MAX_GRAMS, texts.grams(label)));

const amount = z.number({ error: texts.amount }).check(z.minimum(0, texts.amount));

/** A state or province (ISO 3166-2). */
const state = z.string({ error: texts.state }).check(
  z.trim(),
  z.maxLength(10, texts.state),
  z.toUpperCase(),
  z.refine((code) => findState(code) !== undefined, texts.state),
);

/** A prefix of postal codes, or a range of prefixes. */
const postalArea = z
  .string({ error: texts.prefix })
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9][A-Z0-9 .–—-]{0,24}$/, texts.prefix));

type RegionParts = { countries: string[]; states: string[]; postcodePrefixes: string[] };

/** Returns the parts of a region that do not exist in its countries. */
function findNowhere({ countries, states, postcodePrefixes }: RegionParts) {
  const ofState = states.flatMap((code, nth) =>
    countries.includes(findState(code)?.country ?? '')
      ? []
      : [{ path: ['states', nth], message: texts.stateAbroad }],
  );
  // Reports one only: a search that finds nothing takes far longer than one that does.
  const nowhere = postcodePrefixes.findIndex(
    (part) => countries.length > 0 && !countries.some((each) => hasCodesIn(part, each)),
  );
  const message = texts.matchesNothing(postcodePrefixes[nowhere] ?? '');
  const ofCode = nowhere < 0 ? [] : [{ path: ['postcodePrefixes', nowhere], message }];
  return [...ofState, ...ofCode];
}

/** A region; without countries it is everywhere. The narrowest region that contains an address applies. */
export const regionSchema = z
  .object({
    _id: idSchema,
    name,
    countries: listOf(country, texts.labels.countries, MAX_COUNTRIES),
    states: z._default(listOf(state, texts.labels.states, MAX_COUNTRIES), []),
    postcodePrefixes: listOf(postalArea, texts.labels.postcodePrefixes, MAX_PREFIXES),
  })
  .check(
    z.refine(({ countries, postcodePrefixes }) => countries.length > 0 || postcodePrefixes.length === 0, {
      error: texts.prefixesWithoutCountry,
      path: ['countries'],
    }),
    ({ value, issues }) => {
      for (const { path, message } of findNowhere(value))
        issues.push({ code: 'custom', path, message, input: value, continue: true });
    },
  );

/** A delivery method; without regions it delivers everywhere. Prices are decimal, as the shop enters all
 * prices. */
export const deliveryMethodSchema = z
  .object({
    _id: idSchema,
    name,
    kind: oneOf('kind', deliveryKinds),
    price: amount,
    freeFrom: z.nullable(amount),
    steps: listOf(
      z.object({ upToGrams: grams(texts.labels.upToGrams, 1), price: amount }),
      texts.labels.steps,
    ),
    maxGrams: z.nullable(grams(texts.labels.maxGrams, 1)),
    regions: listOf(idSchema, texts.labels.regions),
  })
  .check(
    z.refine(({ kind, freeFrom }) => (kind === 'free_over') === (freeFrom !== null), {
      error: texts.freeFrom,
      path: ['freeFrom'],
    }),
    z.refine(({ kind, steps }) => (kind === 'by_weight') === steps.length > 0, {
      error: texts.steps,
      path: ['steps'],
    }),
    z.refine(
      ({ steps }) => steps.every((step, place) => step.upToGrams > (steps[place - 1]?.upToGrams ?? 0)),
      { error: texts.stepsRise, path: ['steps'] },
    ),
    z.refine(({ kind, price }) => kind !== 'collect' || price === 0, {
      error: texts.collectIsFree,
      path: ['price'],
    }),
  );

const version = z.int({ error: texts.version });

const areOnce = (keys: string[]) => new Set(keys).size === keys.length;

const ids = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);

/** Body of `PUT /charge-rules/delivery`: the complete new rules. An unknown `_id` adds an entry. */
export const deliveryRulesSchema = z
  .object({
    version,
    /** The country of the shop's details (`region`). Unchanged if null, 'ZZ'
     * (not chosen yet), or left out. */
    shopCountry: z.optional(z.nullable(ownCountry)),
    assumedGrams: grams(texts.labels.assumedGrams, 0),
    regions: listOf(regionSchema, texts.labels.regions).check(
      z.refine((rows) => areOnce(ids(rows)), texts.twice),
      z.refine((regions) => findOverlap(regions) === undefined, {
        error: ({ input }) => texts.overlap(findOverlap(input as z.output<typeof regionSchema>[]) ?? ''),
      }),
    ),
    methods: listOf(deliveryMethodSchema, texts.labels.methods).check(
      z.minLength(1, texts.noMethod),
      z.refine((rows) => areOnce(ids(rows)), texts.twice),
    ),
  })
  .check(
    z.refine(
      ({ regions, methods }) => {
        const ids = new Set(regions.map(({ _id }) => _id));
        return methods.every((method) => method.regions.every((id) => ids.has(id)));
      },
      { error: texts.noSuchRegion, path: ['methods'] },
    ),
  );
export type DeliveryRules = z.infer<typeof deliveryRulesSchema>;

/** A tax rate in percent; without a category, for everything without a specific rate. */
export const taxRateSchema = z.object({
  region: idSchema,
  category: z.nullable(idSchema),
  rate: z
    .number({ error: texts.rate })
    .check(
      z.minimum(0, texts.rate),
      z.maximum(100, texts.rate),
      z.multipleOf(10 ** -RATE_DIGITS, texts.rate),
    ),
  /** Whether businesses of other countries with a valid VAT number are exempt from it. */
  exemptsBusinesses: z.boolean({ error: texts.exempts }),
});

/** Body of `PUT /charge-rules/tax`: the complete new rules. */
export const taxRulesSchema = z.object({
  version,
  pricesIncludeTax: z.boolean({ error: texts.included }),
  /** Whether prices with tax are the same for all destinations. Unchanged if left out. */
  samePriceEverywhere: z.optional(z.boolean({ error: texts.samePrice })),
  /** Whether tax is charged without a VAT or tax number. Unchanged if left out. */
  taxWithoutNumber: z.optional(z.boolean({ error: texts.withoutNumber })),
  taxName: formLine({ ...texts.taxName, max: 20 }),
  deliveryTax: oneOf('deliveryTax', deliveryTaxes),
  /** Regions to add for these rates. Those that are there stay as they are. */
  newRegions: z.optional(listOf(regionSchema, texts.labels.regions)),
  rates: listOf(taxRateSchema, texts.labels.rates, 1000).check(
    z.refine((rates) => areOnce(rates.map(({ region, category }) => `${region} ${category}`)), texts.twice),
  ),
});
export type TaxRules = z.infer<typeof taxRulesSchema>;

/** All rules of delivery and tax; a change must name their `version`. */
export const managedRulesSchema = z.object({
  ...deliveryRulesSchema.shape,
  ...z.omit(taxRulesSchema, { newRegions: true }).shape,
  shopCountry: ownCountry,
  samePriceEverywhere: z.boolean(),
  taxWithoutNumber: z.boolean(),
  /** Number of tools in the shop without a weight. */
  unweighedTools: z.int(),
});
export type ManagedRules = z.infer<typeof managedRulesSchema>;

/** All rules as a form would have them, with the regions that it adds. */
export type WantedRules = ManagedRules & Pick<TaxRules, 'newRegions'>;

const common = { access: 'admin', tag: 'Settings', reply: managedRulesSchema } as const;

export const getChargeRulesCall = {
  ...common,
  method: 'GET',
  path: '/charge-rules',
  operationId: 'getChargeRules',
  summary: 'Gets the delivery and tax settings',
  description: 'Has the version that a change must name.',
} satisfies Call;

export const changeDeliveryRulesCall = {
  ...common,
  method: 'PUT',
  path: '/charge-rules/delivery',
  body: deliveryRulesSchema,
  errors: ['version_conflict', 'conflict'],
  operationId: 'changeDeliveryRules',
  summary: 'Sets where the shop delivers, how, and for how much',
  description:
    'Replaces all of it. An outdated version is refused, with the current rules in the error. Payments in progress keep the rules they started with.',
} satisfies Call;

export const changeTaxRulesCall = {
  ...common,
  method: 'PUT',
  path: '/charge-rules/tax',
  body: taxRulesSchema,
  errors: ['version_conflict'],
  operationId: 'changeTaxRules',
  summary: 'Sets the tax rates, and how prices are entered',
  description:
    'Replaces all of it; regions are only added (`newRegions`). An outdated version is refused, with the current rules in the error. Payments in progress keep the rules they started with.',
} satisfies Call;

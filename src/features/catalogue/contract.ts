import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { listPageSchema, oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { manufacturerSchema, safetyFactsSchema } from '#contracts/product-safety.ts';
import { atMost, plainLine } from '#contracts/text.ts';
import { readRange } from './rules.ts';
import { toolDetailsShape } from './tool-fields-contract.ts';

/** A tool's family, which has the table of its sizes. */
const familyOfToolSchema = z.object({ _id: idSchema, name: z.string() });

/** A tool on the wire. `price` is in the shop's currency; `unit_price` is what a unit costs in the minimum
 * order, and so the first price that can be paid: the price break that it reaches, or `price`. `measure_price`
 * is what that comes to for '1 l', '1 kg', '1 m', '1 m²', or '100 pieces', if its content is known. While
 * its price is reduced, `reduced_until` is the last day of that, and `lowestPrice30Days` the lowest public
 * `unit_price` of the 30 days before, the only one that a reduction may be told from; null if unknown. `rating`
 * is the average of its reviews to one decimal; `version` rises with each edit, but not with stock or
 * ratings. */
export const toolSchema = z.object({
  _id: idSchema,
  name: z.string(),
  description: z.string(),
  img: z.string(),
  picture: z.nullable(pictureSchema),
  min_order_quantity: z.int(),
  available_quantity: z.int(),
  price: z.number(),
  unit_price: z.number(),
  measure_price: z.nullable(z.object({ price: z.number(), per: z.string() })),
  lowestPrice30Days: z.nullable(z.number()),
  reduced_until: z.nullable(z.string()),
  category: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  part_number: z.nullable(z.string()),
  family: z.nullable(familyOfToolSchema),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  version: z.int(),
});
export type Tool = z.infer<typeof toolSchema>;

/** A card in a list: a tool or, with `sizes`, its family, of which it is the first tool that fits. Of the
 * family's `count` tools, `matching` fit: their prices are `min_price` to `max_price`, each that of a unit in
 * the minimum order, and `orderable` of them can be ordered. `img` and `picture` are the family's own. */
export const cardSchema = z.extend(toolSchema, {
  sizes: z.nullable(
    z.object({
      count: z.int(),
      matching: z.int(),
      min_price: z.number(),
      max_price: z.number(),
      orderable: z.int(),
      img: z.nullable(z.string()),
      picture: z.nullable(pictureSchema),
    }),
  ),
});
export type Card = z.infer<typeof cardSchema>;

/** A specification, such as 'Jaw width', '125', 'mm'. */
export const specificationSchema = z.object({
  name: z.string(),
  value: z.string(),
  unit: z.nullable(z.string()),
});
export type Specification = z.infer<typeof specificationSchema>;

/** The unit price of an order of at least `quantity` units. */
export const priceBreakSchema = z.object({ quantity: z.int(), price: z.number() });
export type PriceBreak = z.infer<typeof priceBreakSchema>;

/** A picture of a tool: its address and its renditions. */
const toolPictureSchema = z.object({ img: z.string(), picture: pictureSchema });

export const documentKinds = [
  'manual',
  'safety_sheet',
  'data_sheet',
  'drawing',
  'certificate',
  'other',
] as const;

/** A PDF file of a tool, and its address. */
export const toolDocumentSchema = z.object({
  _id: z.string(),
  kind: z.enum(documentKinds),
  title: z.string(),
  size_bytes: z.int(),
  url: z.string(),
});
export type ToolDocument = z.infer<typeof toolDocumentSchema>;

/** A tool with everything on its own page: the pictures after the first and the specifications, in order;
 * weight and measures as shipped, if known (all three measures or none); and its brand's picture. Beyond the
 * minimum, quantities rise in steps of `pack_step`. `price_breaks` rise in quantity and fall in price: the
 * last that fits an order sets its unit price. `overtaken_breaks` are no longer below the tool's price and do
 * not apply until they are again. `manufacturer`, `responsible_person` and `safety_warnings` are the tool's
 * own (`own_safety`), or else its brand's. `former_price` is what the tool costs again once its reduction ends.
 * `has_own_text` is false for a member of a family whose description is only its name or its family's: then
 * search engines show the family's page. */
export const toolDetailsSchema = z.extend(toolSchema, {
  has_own_text: z.boolean(),
  former_price: z.nullable(z.number()),
  pictures: z.array(toolPictureSchema),
  documents: z.array(toolDocumentSchema),
  brand_picture: z.nullable(toolPictureSchema),
  specifications: z.array(specificationSchema),
  ...toolDetailsShape,
  price_breaks: z.array(priceBreakSchema),
  overtaken_breaks: z.array(priceBreakSchema),
  manufacturer: z.nullable(manufacturerSchema),
  responsible_person: z.nullable(z.string()),
  safety_warnings: z.nullable(z.string()),
  own_safety: safetyFactsSchema,
});
export type ToolDetails = z.infer<typeof toolDetailsSchema>;

/** Maximum number of hits counted exactly; beyond it the shop only reports that there are more. */
export const MAX_COUNTED_HITS = 10_000;

const MAX_BRANDS = 20;
const MAX_RANGES = 10;

export const toolSorts = ['relevance', 'newest', 'price', '-price', 'rating'] as const;
export type ToolSort = (typeof toolSorts)[number];

/** A number in the address's query; an empty text, from an empty form field, counts as absent. */
const number = (pattern: RegExp, error: string) =>
  z.optional(
    z.pipe(
      z.string({ error }).check(z.regex(pattern, error)),
      z.transform((text) => (text === '' ? undefined : Number(text))),
    ),
  );

const amount = (name: string) => number(/^(\d{1,7}(\.\d{1,3})?)?$/, `${name} must be an amount`);

const brand = plainLine('brand', 60);

/** The maximum length of a name, its unit and two numbers. */
const range = plainLine('spec', 120).check(
  z.refine((text) => {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = readRange(text) ?? {
      from: 1,
      to: 0,
    };
    return from <= to;
  }, 'spec must be a specification and a range, such as Voltage, V:10..20'),
);

/** Words and filters of a search, except the ranges of specifications. */
export const plainFilters = {
  q: z.optional(plainLine('q', 200)),
  category: z.optional(plainLine('category', 60)),
  brand: z.optional(
    z.pipe(
      z.union([
        brand,
        z.array(brand).check(z.maxLength(MAX_BRANDS, `brand can be given ${MAX_BRANDS} times at most`)),
      ]),
      z.transform((given) => [...new Set([given].flat().filter((name) => name !== ''))]),
    ),
  ),
  min_price: amount('min_price'),
  max_price: amount('max_price'),
  orderable: z.optional(
    z.pipe(
      z.enum(['1', '0', ''], { error: 'orderable must be 1' }),
      z.transform((text) => text === '1'),
    ),
  ),
  rating: number(/^[1-4]?$/, 'rating must be 1, 2, 3, or 4'),
};

const filters = {
  ...plainFilters,
  spec: z.optional(
    z.pipe(
      z.union([
        range,
        z.array(range).check(z.maxLength(MAX_RANGES, `spec can be given ${MAX_RANGES} times at most`)),
      ]),
      z.transform((given) => [given].flat().flatMap((text) => readRange(text) ?? [])),
    ),
  ),
};

/** Whether the prices of a search are in order. */
export const hasPrices = z.refine<{ min_price?: number | undefined; max_price?: number | undefined }>(
  ({ min_price = 0, max_price = Number.POSITIVE_INFINITY }) => min_price <= max_price,
  { path: ['max_price'], error: 'max_price must not be less than min_price' },
);

/** Query of `GET /tool/facets`, and part of that of `GET /tool`. `brand` may repeat (any of them); prices are
 * decimal and inclusive; `orderable=1`: the minimum order is available; `rating`: minimum average in stars.
 * `spec` may repeat (all of them): `Voltage, V:10..20` is the specification's name, its unit, and an
 * inclusive range of its numbers, one end of which may be left out. */
export const toolFilterSchema = z.object(filters).check(hasPrices);
export type ToolFilter = z.infer<typeof toolFilterSchema>;

export type ToolQuery = z.input<typeof toolFilterSchema>;

/** Query of `GET /tool`. Sorted by relevance when `q` is given, else newest first. */
export const toolListSchema = z
  .object({
    ...filters,
    ...listPageSchema.shape,
    cursor: z.optional(
      z.string({ error: 'cursor is not valid' }).check(...atMost(200, 'cursor is not valid')),
    ),
    sort: z.optional(oneOf('sort', toolSorts)),
  })
  .check(hasPrices);
export type ToolList = z.infer<typeof toolListSchema>;

/** A number of hits; if not exact, there are more than `count`. */
const hitsSchema = z.object({ count: z.int(), isExact: z.boolean() });
export type Hits = z.infer<typeof hitsSchema>;

const valueHitsSchema = z.extend(hitsSchema, { value: z.string() });
const categoryHitsSchema = z.extend(valueHitsSchema, { parent: z.optional(z.string()) });

/** Answer of `GET /tool/facets`. Counts cards, of which a family has one, wherever any of its tools fits. Each
 * count ignores its own filter. `words` are those actually searched for; `corrected` is `q` as understood, if the
 * catalogue lacks a word, or `successor` replaces the tool that had the part number `q`; `category` is the shop's name of the
 * requested one. A category with a `parent` follows it. Price ranges are inclusive; the last one's `to` is
 * null: open. `specifications` are the candidates for `spec`: with words, a category or a brand, those whose
 * numbers differ and that enough of the tools have; and the requested ones, whose `min` and `max` are null if
 * no tool has them. */
export const toolFacetsSchema = z.object({
  total: hitsSchema,
  words: z.array(z.string()),
  corrected: z.nullable(z.string()),
  successor: z.nullable(z.object({ name: z.string(), part_number: z.nullable(z.string()) })),
  category: z.nullable(z.string()),
  categories: z.array(categoryHitsSchema),
  brands: z.array(valueHitsSchema),
  prices: z.nullable(z.object({ min: z.number(), max: z.number() })),
  priceRanges: z.array(z.extend(hitsSchema, { from: z.number(), to: z.nullable(z.number()) })),
  orderable: hitsSchema,
  ratings: z.array(z.extend(hitsSchema, { atLeast: z.int() })),
  specifications: z.array(
    z.extend(hitsSchema, { label: z.string(), min: z.nullable(z.number()), max: z.nullable(z.number()) }),
  ),
});
export type ToolFacets = z.infer<typeof toolFacetsSchema>;

/** Query of `GET /tool/categories`: the number of categories, from the first. */
export const categoryListSchema = z.pick(listPageSchema, { limit: true });

/** A top-level category with its number of cards, and its own picture or that of its oldest tool. */
export const toolCategorySchema = z.object({
  name: z.string(),
  tools: z.int(),
  img: z.string(),
  picture: pictureSchema,
});
export type ToolCategory = z.infer<typeof toolCategorySchema>;

const ofAll = { access: 'public', tag: 'Tools' } as const;

export const listToolsCall = {
  ...ofAll,
  method: 'GET',
  path: '/tool',
  query: toolListSchema,
  reply: z.array(toolSchema),
  operationId: 'listTools',
  summary: 'Lists tools: searched, filtered, and sorted',
  description:
    'Up to 10,000 hits are counted exactly in `X-Total-Count`; beyond that, `X-Total-More-Than: 10000` is sent instead. Sorted by relevance if there is a `q`, otherwise newest first.',
} satisfies Call;

export const listCardsCall = {
  ...ofAll,
  method: 'GET',
  path: '/tool/cards',
  query: toolListSchema,
  reply: z.array(cardSchema),
  operationId: 'listCards',
  summary: 'Lists tools as a shop shows them: one card for each family',
  description:
    'Takes the same query as `GET /tool`. A family has one card, wherever any of its tools fits, in the place of the first of them. Counted as in `GET /tool`, a family once.',
} satisfies Call;

export const countToolsCall = {
  ...ofAll,
  method: 'GET',
  path: '/tool/facets',
  query: toolFilterSchema,
  reply: toolFacetsSchema,
  operationId: 'countTools',
  summary:
    'Counts the cards that a search finds, by category, brand, price, stock, rating, and specification',
  description:
    'The counts next to the filters of a list: of tools, and of families, each counted once. Takes the same query as `GET /tool/cards`.',
} satisfies Call;

export const listCategoriesCall = {
  ...ofAll,
  method: 'GET',
  path: '/tool/categories',
  query: categoryListSchema,
  reply: z.array(toolCategorySchema),
  operationId: 'listCategories',
  summary: 'Lists the top-level categories with tools, in the shop’s order, each with a picture',
  description:
    'A category without a picture of its own has that of the tool that has been in it longest. Counted as in `GET /tool/cards`, a family once.',
} satisfies Call;

export const getToolCall = {
  ...ofAll,
  method: 'GET',
  path: '/tool/:id',
  params: idParamsSchema,
  reply: toolDetailsSchema,
  errors: ['not_found'],
  operationId: 'getTool',
  summary: 'Gets a tool, with its pictures, documents, specifications, and dimensions',
  description: 'Has the current price and available quantity.',
} satisfies Call;

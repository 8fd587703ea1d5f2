import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { listPageSchema } from '#contracts/call-parts.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { plainLine } from '#contracts/text.ts';
import { toolSchema } from '#features/catalogue/contract.ts';

/** Hits are counted up to here; beyond it the shop only says that there are more. */
export const MAX_COUNTED_HITS = 10_000;

/** The largest number of brands that one search may name. */
const MAX_BRANDS = 20;

/** What a list of tools may be sorted by. */
export const toolSorts = ['relevance', 'newest', 'price', '-price', 'rating'] as const;

/** What a list of tools may be sorted by. */
export type ToolSort = (typeof toolSorts)[number];

/** An amount as the address carries it; empty where a form's field was left empty. */
const amount = (name: string) =>
  z.optional(
    z.pipe(
      z
        .string({ error: `${name} must be an amount` })
        .check(z.regex(/^(\d{1,7}(\.\d{1,3})?)?$/, `${name} must be an amount`)),
      z.transform((text) => (text === '' ? undefined : Number(text))),
    ),
  );

const brand = plainLine('brand', 60);

const filters = {
  q: z.optional(plainLine('q', 200)),
  category: z.optional(plainLine('category', 60)),
  brand: z.optional(
    z.pipe(
      z.union([
        brand,
        z.array(brand).check(z.maxLength(MAX_BRANDS, `brand may be given ${MAX_BRANDS} times at most`)),
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
  rating: z.optional(
    z.pipe(
      z
        .string({ error: 'rating must be 1, 2, 3 or 4' })
        .check(z.regex(/^[1-4]?$/, 'rating must be 1, 2, 3 or 4')),
      z.transform((text) => (text === '' ? undefined : Number(text))),
    ),
  ),
};

/** Refuses a range of prices that nothing can lie in. */
function hasRange({ min_price = 0, max_price = Number.POSITIVE_INFINITY }: Prices): boolean {
  return min_price <= max_price;
}

type Prices = { min_price?: number | undefined; max_price?: number | undefined };

const reversed = { path: ['max_price'], error: 'max_price must not be less than min_price' };

/**
 * Query of `GET /tool/facets`, and with sort and page that of `GET /tool`. `q`: words to look for; `brand` may repeat (any of
 * them); prices are decimal, both ends included; `orderable=1`: at least the minimum order quantity is available;
 * `rating`: the average is at least so many stars.
 */
export const toolFilterSchema = z.object(filters).check(z.refine(hasRange, reversed));

/** The parsed query of `GET /tool/facets`. Prices are decimal. */
export type ToolFilter = z.infer<typeof toolFilterSchema>;

/** The same, as an address says it. */
export type ToolQuery = z.input<typeof toolFilterSchema>;

/** Query of `GET /tool`. Sorted by relevance when `q` is given, else newest first. */
export const toolListSchema = z
  .object({
    ...filters,
    ...listPageSchema.shape,
    cursor: z.optional(
      z.string({ error: 'cursor is not valid' }).check(z.maxLength(200, 'cursor is not valid')),
    ),
    sort: z.optional(z.enum(toolSorts, { error: `sort must be one of ${toolSorts.join(', ')}` })),
  })
  .check(z.refine(hasRange, reversed));

/** A number of hits; where it is not exact, there are more than `count`. */
const hitsSchema = z.object({ count: z.int(), isExact: z.boolean() });

/** A number of hits; where it is not exact, there are more than `count`. */
export type Hits = z.infer<typeof hitsSchema>;

const valueHitsSchema = z.extend(hitsSchema, { value: z.string() });

/**
 * Answer of `GET /tool/facets`. Each count leaves out its own filter, so that it tells what choosing it would find.
 * `words` are those that were really looked for; `corrected` is `q` as it was understood, where a word of it is not in
 * the catalogue. Ranges of prices include both ends; `to` is null for the last one, which is open.
 */
export const toolFacetsSchema = z.object({
  total: hitsSchema,
  words: z.array(z.string()),
  corrected: z.nullable(z.string()),
  categories: z.array(valueHitsSchema),
  brands: z.array(valueHitsSchema),
  prices: z.nullable(z.object({ min: z.number(), max: z.number() })),
  priceRanges: z.array(z.extend(hitsSchema, { from: z.number(), to: z.nullable(z.number()) })),
  orderable: hitsSchema,
  ratings: z.array(z.extend(hitsSchema, { atLeast: z.int() })),
});

/** Answer of `GET /tool/facets`. */
export type ToolFacets = z.infer<typeof toolFacetsSchema>;

/** Query of `GET /tool/categories`: so many of the commonest ones. */
export const categoryListSchema = z.pick(listPageSchema, { limit: true });

/** A category with its number of tools, and the picture of the tool that has been in it longest. */
export const toolCategorySchema = z.object({
  name: z.string(),
  tools: z.int(),
  img: z.string(),
  picture: pictureSchema,
});

/** A category with its number of tools, and the picture of the tool that has been in it longest. */
export type ToolCategory = z.infer<typeof toolCategorySchema>;

/** `GET /tool` */
export const listToolsCall = {
  method: 'GET',
  path: '/tool',
  access: 'public',
  query: toolListSchema,
  reply: z.array(toolSchema),
  tag: 'Tools',
  operationId: 'listTools',
  summary: 'Tools in the shop, searched, filtered and sorted',
  description:
    'Counted exactly up to 10,000 hits (`X-Total-Count`); beyond them `X-Total-More-Than: 10000` says so. Sorted by relevance when there is a `q`, else newest first.',
} satisfies Call;

/** `GET /tool/facets` */
export const countToolsCall = {
  method: 'GET',
  path: '/tool/facets',
  access: 'public',
  query: toolFilterSchema,
  reply: toolFacetsSchema,
  tag: 'Tools',
  operationId: 'countTools',
  summary: 'How many tools a search finds, by category, brand, price, stock and rating',
  description: 'The counts of a list’s filters, for the same query as `GET /tool`.',
} satisfies Call;

/** `GET /tool/categories` */
export const listCategoriesCall = {
  method: 'GET',
  path: '/tool/categories',
  access: 'public',
  query: categoryListSchema,
  reply: z.array(toolCategorySchema),
  tag: 'Tools',
  operationId: 'listCategories',
  summary: 'The categories, the commonest first, each with a picture',
  description: 'The picture is that of the tool which has been in the category longest, so that it stays.',
} satisfies Call;

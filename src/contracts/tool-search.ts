import { z } from 'zod';
import { listPageSchema } from './list-page.ts';
import { plainLine } from './text.ts';
import { pictureSchema } from './tool.ts';

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
  z
    .string({ error: `${name} must be an amount` })
    .regex(/^(\d{1,7}(\.\d{1,3})?)?$/, `${name} must be an amount`)
    .transform((text) => (text === '' ? undefined : Number(text)))
    .optional();

const brand = plainLine('brand', 60);

const filters = {
  q: plainLine('q', 200).optional(),
  category: plainLine('category', 60).optional(),
  brand: z
    .union([brand, brand.array().max(MAX_BRANDS, `brand may be given ${MAX_BRANDS} times at most`)])
    .transform((given) => [...new Set([given].flat().filter((name) => name !== ''))])
    .optional(),
  min_price: amount('min_price'),
  max_price: amount('max_price'),
  orderable: z
    .enum(['1', '0', ''], { error: 'orderable must be 1' })
    .transform((text) => text === '1')
    .optional(),
  rating: z
    .string({ error: 'rating must be 1, 2, 3 or 4' })
    .regex(/^[1-4]?$/, 'rating must be 1, 2, 3 or 4')
    .transform((text) => (text === '' ? undefined : Number(text)))
    .optional(),
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
export const toolFilterSchema = z.object(filters).refine(hasRange, reversed);

/** The parsed query of `GET /tool/facets`. Prices are decimal. */
export type ToolFilter = z.infer<typeof toolFilterSchema>;

/** Query of `GET /tool`. Sorted by relevance when `q` is given, else newest first. */
export const toolListSchema = z
  .object({
    ...filters,
    ...listPageSchema.shape,
    cursor: z.string({ error: 'cursor is not valid' }).max(200, 'cursor is not valid').optional(),
    sort: z.enum(toolSorts, { error: `sort must be one of ${toolSorts.join(', ')}` }).optional(),
  })
  .refine(hasRange, reversed);

/** A number of hits; where it is not exact, there are more than `count`. */
const hitsSchema = z.object({ count: z.number().int(), isExact: z.boolean() });

/** A number of hits; where it is not exact, there are more than `count`. */
export type Hits = z.infer<typeof hitsSchema>;

const valueHitsSchema = hitsSchema.extend({ value: z.string() });

/**
 * Answer of `GET /tool/facets`. Each count leaves out its own filter, so that it tells what choosing it would find.
 * `words` are those that were really looked for; `corrected` is `q` as it was understood, where a word of it is not in
 * the catalogue. Ranges of prices include both ends; `to` is null for the last one, which is open.
 */
export const toolFacetsSchema = z.object({
  total: hitsSchema,
  words: z.string().array(),
  corrected: z.string().nullable(),
  categories: valueHitsSchema.array(),
  brands: valueHitsSchema.array(),
  prices: z.object({ min: z.number(), max: z.number() }).nullable(),
  priceRanges: hitsSchema.extend({ from: z.number(), to: z.number().nullable() }).array(),
  orderable: hitsSchema,
  ratings: hitsSchema.extend({ atLeast: z.number().int() }).array(),
});

/** Answer of `GET /tool/facets`. */
export type ToolFacets = z.infer<typeof toolFacetsSchema>;

/** Query of `GET /tool/categories`: so many of the commonest ones. */
export const categoryListSchema = listPageSchema.pick({ limit: true });

/** A category with its number of tools, and the picture of the tool that has been in it longest. */
export const toolCategorySchema = z.object({
  name: z.string(),
  tools: z.number().int(),
  img: z.string(),
  picture: pictureSchema,
});

/** A category with its number of tools, and the picture of the tool that has been in it longest. */
export type ToolCategory = z.infer<typeof toolCategorySchema>;

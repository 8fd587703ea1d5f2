import { z } from 'zod';
import { listPageSchema } from './list-page.ts';
import { plainLine } from './text.ts';

/** What the admins' list of tools may be sorted by; a figure falls with `-`. */
export const managedToolSorts = [
  'newest',
  'name',
  'price',
  '-price',
  'minimum',
  '-minimum',
  'available',
  '-available',
] as const;

/** What the admins' list of tools may be sorted by. */
export type ManagedToolSort = (typeof managedToolSorts)[number];

/** Which tools may be asked for by what is left of them: `low` as in the overview. */
export const stockLevels = ['low'] as const;

/** Which tools may be asked for by what is left of them. */
export type StockLevel = (typeof stockLevels)[number];

/** Query of `GET /managetool`. `q`: the beginnings of words of a tool's name, brand and category. */
export const managedToolListSchema = listPageSchema.extend({
  q: plainLine('q', 200).optional(),
  stock: z.enum(stockLevels, { error: 'stock must be low' }).optional(),
  sort: z
    .enum(managedToolSorts, { error: `sort must be one of ${managedToolSorts.join(', ')}` })
    .default('newest'),
});

/** The parsed query of `GET /managetool`. */
export type ManagedToolList = z.infer<typeof managedToolListSchema>;

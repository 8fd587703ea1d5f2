import { z } from 'zod';

/** How many rows a list answers when `limit` is left out, and at most. */
export const DEFAULT_PAGE_ROWS = 100;

/** Query parameters of every list: `limit` rows after the row that `cursor` (from the `Link` header) names. */
export const listPageSchema = z.object({
  limit: z.coerce
    .number({ error: 'limit must be a whole number' })
    .int('limit must be a whole number')
    .min(1, 'limit must be at least 1')
    .max(DEFAULT_PAGE_ROWS, `limit must be at most ${DEFAULT_PAGE_ROWS}`)
    .default(DEFAULT_PAGE_ROWS)
    .describe('How many rows at most'),
  cursor: z
    .uuid({ error: 'cursor is not valid' })
    .optional()
    .describe('Where the page begins, as the Link header of the one before says'),
});

/** The parsed query of a list. */
export type ListPage = z.infer<typeof listPageSchema>;

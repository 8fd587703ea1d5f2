import { z } from 'zod/mini';

/** How many rows a list answers when `limit` is left out, and at most. */
export const DEFAULT_PAGE_ROWS = 100;

/** Query parameters of every list: `limit` rows after the row that `cursor` (from the `Link` header) names. */
export const listPageSchema = z.object({
  limit: z
    ._default(
      z.coerce
        .number<number | undefined>({ error: 'limit must be a whole number' })
        .check(
          z.int('limit must be a whole number'),
          z.minimum(1, 'limit must be at least 1'),
          z.maximum(DEFAULT_PAGE_ROWS, `limit must be at most ${DEFAULT_PAGE_ROWS}`),
        ),
      DEFAULT_PAGE_ROWS,
    )
    .check(z.describe('How many rows at most')),
  cursor: z
    .optional(z.uuid({ error: 'cursor is not valid' }))
    .check(z.describe('Where the page begins, as the Link header of the one before says')),
});

/** The parsed query of a list. */
export type ListPage = z.infer<typeof listPageSchema>;

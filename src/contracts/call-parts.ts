import { z } from 'zod/mini';
import { idSchema } from './identifiers.ts';
import { atMost } from './text.ts';

export const insertedSchema = z.object({ insertedId: idSchema });

export const deletedSchema = z.object({ deletedCount: z.int() });

export const modifiedSchema = z.object({ modifiedCount: z.int() });

/** Accepts one of several words; the error lists them all. */
export const oneOf = <const Words extends readonly string[]>(field: string, words: Words) =>
  z.enum(words, { error: `${field} must be one of ${words.join(', ')}` });

/** Default and maximum of `limit`, the number of rows in a list. */
const DEFAULT_PAGE_ROWS = 100;

/** Query parameters of every list: `limit` rows after the row that `cursor`
 * (from the `Link` header) names. */
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
    .check(z.describe('Maximum number of rows')),
  cursor: z
    .optional(z.uuid({ error: 'cursor is not valid' }))
    .check(z.describe('Where the page starts, from the Link header of the previous page')),
});

export type ListPage = z.infer<typeof listPageSchema>;

/** A CSV file (RFC 4180) in UTF-8; its first line names the columns. */
export const csvSchema = z.string();

/** Headers of an idempotent call: a repeat with the same `Idempotency-Key` gets the first call's reply. */
export const idempotencyHeadersSchema = z.looseObject({
  'idempotency-key': z
    .optional(
      z
        .string()
        .check(
          z.minLength(1, 'Idempotency-Key is empty'),
          ...atMost(200, 'Idempotency-Key must be 200 characters or shorter'),
        ),
    )
    .check(z.describe('A repeat with the same key gets the first answer again')),
});

// PostgreSQL has no year 0, and accepts none beyond 9999 in this notation.
const FIRST = Date.parse('0001-01-01T00:00:00Z');
/** More than any clock's precision needs. */
const MOST_CHARACTERS = 60;
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** An RFC 3339 timestamp with any offset, converted to UTC; those outside the years 1 to 9999 become the
 * first or last moment of that range. `error` is reported for anything else. */
export const momentSchema = (error: string) =>
  z.pipe(
    z.iso.datetime({ offset: true, error }).check(z.maxLength(MOST_CHARACTERS, error)),
    z.transform((text) => new Date(Math.min(Math.max(Date.parse(text), FIRST), LAST)).toISOString()),
  );

/** A date, such as 2026-11-23; one in year 0 becomes the first of year 1. */
export const daySchema = (error: string) =>
  z.pipe(
    z.iso.date({ error }),
    z.transform((day) => (day.startsWith('0000') ? '0001-01-01' : day)),
  );

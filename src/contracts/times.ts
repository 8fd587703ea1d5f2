import { z } from 'zod/mini';

// PostgreSQL knows no year 0, and takes none beyond 9999 in this notation.
const FIRST = Date.parse('0001-01-01T00:00:00Z');
/** More than any clock tells of a second. */
const MOST_CHARACTERS = 60;
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment by RFC 3339, with any offset, of which the value is the same one in UTC; what lies outside the
 * years 1 to 9999 is their first or last moment. `error` is said of anything else. */
export const momentSchema = (error: string) =>
  z.pipe(
    z.iso.datetime({ offset: true, error }).check(z.maxLength(MOST_CHARACTERS, error)),
    z.transform((text) => new Date(Math.min(Math.max(Date.parse(text), FIRST), LAST)).toISOString()),
  );

/** A day, such as 2026-11-23; one of the year 0 is the first of year 1. */
export const daySchema = (error: string) =>
  z.pipe(
    z.iso.date({ error }),
    z.transform((day) => (day.startsWith('0000') ? '0001-01-01' : day)),
  );

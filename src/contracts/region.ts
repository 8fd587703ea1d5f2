import type { Units } from './units.ts';

/** Where a shop is until its owner says otherwise; the database has the same default. */
export const DEFAULT_COUNTRY = 'US';
/** The country of a shop that has not chosen one, where its currency is that of
 * several: CLDR's unknown region. */
export const UNKNOWN_COUNTRY = 'ZZ';
export const DEFAULT_UNITS = 'imperial';

// Apart from the details' schemas, which visitors do not load.
/** Returns a shop's country and units, of the part of its details that every page shows. */
export const regionOfPages = ({
  country = DEFAULT_COUNTRY,
  units = DEFAULT_UNITS,
}: {
  country?: string | undefined;
  units?: Units | undefined;
}) => ({ country, units });

/** A tax rate in parts per million: 190000 is 19 %, 88750 is 8.875 %. An integer, so that no sum is rounded
 * twice. */
export type PartsPerMillion = number;

/** The whole of an amount, 100 %. */
export const WHOLE_PPM: PartsPerMillion = 1_000_000;

const PPM_OF_PERCENT = WHOLE_PPM / 100;

/** Maximum number of decimals of a rate in percent. */
export const RATE_DIGITS = 4;

/** Converts a rate in percent to its stored form: 8.875 to 88750. */
export const toPpm = (percent: number): PartsPerMillion => Math.round(percent * PPM_OF_PERCENT);

/** Converts a rate to percent, as on the wire: 88750 to 8.875. */
export const toPercent = (ratePpm: PartsPerMillion): number => ratePpm / PPM_OF_PERCENT;

/** Formats a rate in percent with at least two decimals: '19.00', '8.875'. */
export function writePercent(ratePpm: PartsPerMillion): string {
  const [whole, decimals = ''] = toPercent(ratePpm).toFixed(RATE_DIGITS).split('.');
  return `${whole}.${decimals.replace(/0{1,2}$/, '')}`;
}

/** A tax rate in parts per million: 190000 is 19 %, 88750 is 8.875 %. Whole numbers,
 * so that no sum is rounded twice. */
export type PartsPerMillion = number;

/** All of an amount. */
export const WHOLE_PPM: PartsPerMillion = 1_000_000;

const PPM_OF_PERCENT = WHOLE_PPM / 100;

/** So many decimals a rate in percent has at most. */
export const RATE_DIGITS = 4;

/** A rate in percent as it is kept: 8.875 is 88750. */
export const toPpm = (percent: number): PartsPerMillion => Math.round(percent * PPM_OF_PERCENT);

/** A rate in percent, as it goes over the wire: 88750 is 8.875. */
export const toPercent = (ratePpm: PartsPerMillion): number => ratePpm / PPM_OF_PERCENT;

/** A rate in percent with two decimals, or as many more as it has: '19.00', '8.875'. */
export function writePercent(ratePpm: PartsPerMillion): string {
  const [whole, decimals = ''] = toPercent(ratePpm).toFixed(RATE_DIGITS).split('.');
  return `${whole}.${decimals.replace(/0{1,2}$/, '')}`;
}

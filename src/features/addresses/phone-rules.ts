import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A phone number that can be dialled, typed in a country's own manner or with a country code; `undefined` when it cannot be.
 * `e164` is '+12133734253', `shown` '+1 213 373 4253'. */
export function readPhone(typed: string, country: string): { e164: string; shown: string } | undefined {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const number = parsePhoneNumberFromString(typed, { ...(home && { defaultCountry: home }), extract: false });
  if (!number?.isValid() || number.ext) return undefined;
  return { e164: number.number, shown: number.formatInternational() };
}

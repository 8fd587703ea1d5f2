import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Marks of an extension that the library does not recognise. */
const EXTENSION =
  /[\s,;/-]*\b(?:durchwahl|dw|appareil|poste|interno|int|toestel|anknytning)\b[\s.:]*(?=\d{1,7}\s*$)/i;

/** Parses a phone number typed in a country's format or with a country code, and its extension; `undefined`
 * if it is invalid. `e164` is '+12133734253', or with an extension '+12133734253;ext=12' (RFC 3966), `shown`
 * '+1 213 373 4253 ext. 12'. */
export function readPhone(typed: string, country: string): { e164: string; shown: string } | undefined {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const written = typed.replace(EXTENSION, ' ext. ');
  const number = parsePhoneNumberFromString(written, {
    ...(home && { defaultCountry: home }),
    extract: false,
  });
  if (!number?.isValid()) return undefined;
  const e164 = number.ext ? `${number.number};ext=${number.ext}` : number.number;
  return { e164, shown: number.formatInternational() };
}

import { checkVAT, countries } from 'jsvat';
import { toVatNumber } from '#contracts/bank-and-vat.ts';

/** Normalizes a VAT number to one upper-case word, with its country code; `undefined` if the format or check
 * digits are wrong. Does not check whether the number has been issued. */
export function readVatNumber(typed: string): { number: string; country: string } | undefined {
  const number = toVatNumber(typed);
  // Some countries' rules accept a number without its country letters, which may be valid in another country
  // too.
  if (!/^[A-Z]{2}/.test(number)) return undefined;
  const other = newerForm(number);
  if (other) return other;
  const { isValid, country } = checkVAT(number, countries);
  return isValid && country ? { number, country: country.isoCode.short } : undefined;
}

/** Formats that the library lacks: Northern Ireland's numbers, which are British ones with the prefix XI, and
 * Belgium's since 2023, which begin with 1 (mod 97, like the earlier ones). */
function newerForm(number: string) {
  if (/^XI\d/.test(number) && checkVAT(number.replace('XI', 'GB'), countries).isValid)
    return { number, country: 'XI' };
  const [, body = '', check = ''] = /^BE(1\d{7})(\d\d)$/.exec(number) ?? [];
  return body && 97 - (Number(body) % 97) === Number(check) ? { number, country: 'BE' } : undefined;
}

/** Countries whose check digits are verified here: the EU, the United Kingdom, Switzerland and Norway. */
const CHECKED =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI|CHE|NO)/;

/** Whether a number, as one upper-case word, may be valid by the known rules of its country. */
export const isLikelyVatNumber = (number: string): boolean =>
  !CHECKED.test(number) || readVatNumber(number) !== undefined;

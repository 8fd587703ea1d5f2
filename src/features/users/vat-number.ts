import { checkVAT, countries } from 'jsvat';
import { toVatNumber } from '#contracts/bank-and-vat.ts';

/** A VAT number by its form and its check digits, as one word in capitals, and its country's code;
 * `undefined` for what is none. Nobody is asked whether it has been given out. */
export function readVatNumber(typed: string): { number: string; country: string } | undefined {
  const number = toVatNumber(typed);
  // Some countries' rules take a number without its letters, which another country's may be just as well.
  if (!/^[A-Z]{2}/.test(number)) return undefined;
  const other = newerForm(number);
  if (other) return other;
  const { isValid, country } = checkVAT(number, countries);
  return isValid && country ? { number, country: country.isoCode.short } : undefined;
}

/** What the library does not know: Northern Ireland's numbers, which are British ones with letters of their
 * own, and Belgium's since 2023, which begin with 1 (mod 97, as those before). */
function newerForm(number: string) {
  if (/^XI\d/.test(number) && checkVAT(number.replace('XI', 'GB'), countries).isValid)
    return { number, country: 'XI' };
  const [, body = '', check = ''] = /^BE(1\d{7})(\d\d)$/.exec(number) ?? [];
  return body && 97 - (Number(body) % 97) === Number(check) ? { number, country: 'BE' } : undefined;
}

/** Where VAT numbers have check digits that are known here: the Union, the United
 * Kingdom, Switzerland and Norway. */
const CHECKED =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI|CHE|NO)/;

/** Whether a number, as one word in capitals, can be right by what is known of its country's. */
export const isLikelyVatNumber = (number: string): boolean =>
  !CHECKED.test(number) || readVatNumber(number) !== undefined;

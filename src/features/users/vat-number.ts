import { checkVAT, countries } from 'jsvat';

/** A VAT number by its form and its check digits, as one word in capitals, and its country's code; `undefined` for what is none.
 * Nobody is asked whether it has been given out. */
export function readVatNumber(typed: string): { number: string; country: string } | undefined {
  const number = typed.toUpperCase().replace(/[\s.\-/]/g, '');
  // Some countries' rules take a number without its letters, which another country's may be just as well.
  if (!/^[A-Z]{2}/.test(number)) return undefined;
  const other = newerForm(number);
  if (other) return other;
  const { isValid, country } = checkVAT(number, countries);
  return isValid && country ? { number, country: country.isoCode.short } : undefined;
}

/** What the library does not know: Northern Ireland's numbers, which are British ones with letters of their own, and
 * Belgium's since 2023, which begin with 1 (mod 97, as those before). */
function newerForm(number: string) {
  if (/^XI\d/.test(number) && checkVAT(number.replace('XI', 'GB'), countries).isValid)
    return { number, country: 'XI' };
  const [, body = '', check = ''] = /^BE(1\d{7})(\d\d)$/.exec(number) ?? [];
  return body && 97 - (Number(body) % 97) === Number(check) ? { number, country: 'BE' } : undefined;
}

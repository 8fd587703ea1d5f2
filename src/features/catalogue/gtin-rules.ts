/** Removes the spaces and hyphens with which a GTIN is printed ('978-3-16-148410-0'). */
export const plainGtin = (typed: string): string => typed.replace(/[\s\u2010-\u2015-]/g, '');

/** The lengths of GTINs: of EAN-8, UPC, EAN (and ISBN), and ITF-14. */
const GTIN = /^(?:\d{8}|\d{12,14})$/;

export const hasGtinLength = (gtin: string): boolean => GTIN.test(gtin);

/** Returns the check digit that the other digits of a GTIN ask for (GS1 General Specifications, 7.9): their
 * sum, every second one from the right taken three times, becomes a multiple of ten. */
export function checkDigitOf(gtin: string): string {
  const sum = [...gtin.slice(0, -1)]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Whether a GTIN identifies a product in every shop: numbers for use within a company, and coupons, do not,
 * and Google refuses them (https://support.google.com/merchants/answer/6324461). */
export const isGlobalGtin = (gtin: string): boolean =>
  gtin.length === 8 ? !/^[02]/.test(gtin) : !/^.(?:2|0[245]|9[89])/.test(gtin.padStart(14, '0'));

/* A cell that a spreadsheet would reckon out, instead of showing it:
 * https://owasp.org/www-community/attacks/CSV_Injection It is looked for at each beginning that some reader
 * sees: of the cell, and after whatever another reader ends a line or a cell at. What such a reader may pass
 * over there (blanks, invisible signs, quotation marks) makes no difference, and neither do apostrophes, so
 * that an escaped one is escaped again and comes back as it was. */
const AT_BEGINNING = String.raw`(?:^|(?<=[\n\v\f\r\u0085\u2028\u2029\t;]))`;
const PASSED_OVER = String.raw`(?:(?![\n\v\f\r\u0085\u2028\u2029\t;])[\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}"'])*`;
const SIGN = String.raw`[=+\-@＝＋－＠]`;
/** Other beginnings that OWASP names. */
const BLANK_START = String.raw`'*[\t\r\n]`;

const FORMULA = new RegExp(`${AT_BEGINNING}(?=${PASSED_OVER}${SIGN})|^(?=${BLANK_START})`, 'gu');
const ESCAPED = new RegExp(`${AT_BEGINNING}'(?=${PASSED_OVER}${SIGN})|^'(?=${BLANK_START})`, 'gu');

/** Puts an apostrophe before everything in a cell that begins like a formula, or like one
 * that has been escaped already. */
export const escapeFormula = (cell: string): string => cell.replace(FORMULA, "'");

/** Takes off the apostrophes that `escapeFormula` has put there: what was exported comes back as it was. */
export const unescapeFormula = (cell: string): string => cell.replace(ESCAPED, '');

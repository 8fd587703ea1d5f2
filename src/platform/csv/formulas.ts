/** A cell that a spreadsheet would reckon out, instead of showing it: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^'*[=+\-@\t\r]/;
const ESCAPED = /^'+[=+\-@\t\r]/;

/** Puts an apostrophe before a cell that begins like a formula, or like one that has been escaped already. */
export const escapeFormula = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** Takes off the apostrophe that `escapeFormula` has put there: what was exported comes back as it was. */
export const unescapeFormula = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);

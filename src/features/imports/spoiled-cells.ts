const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';

/** How spreadsheets write what they took for a large number: 4006381333931 as `4.00638E+12`. */
const ROUNDED = /^-?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** How they write what they took for a date: 1-2 as `2-Jan`, `Jan-02`, `02. Jan` or `1/2/2026`. */
const DATED = new RegExp(
  String.raw`^(?:\d{1,2}-${MONTH}(?:-\d{2,4})?|${MONTH}-\d{2}|\d{1,2}\. \p{Lu}\p{Ll}{2}|\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2}(?: 00:00:00)?)$`,
  'u',
);
/** What they write in place of a formula's result, or of a number that is wider than its column. */
const FAILED = /^#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|#+)$/;

/** Whether a spreadsheet has put an error in place of a cell's content. */
export const isFailedCell = (cell: string): boolean => FAILED.test(cell.trim());

/** What a spreadsheet has made of an identifier, such as a part number: a rounded number, or a date. */
export function spoiledAs(cell: string): 'rounded' | 'date' | undefined {
  const text = cell.trim();
  if (ROUNDED.test(text)) return 'rounded';
  return DATED.test(text) ? 'date' : undefined;
}

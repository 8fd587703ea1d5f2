import { fileURLToPath } from 'node:url';

/** A copied spreadsheet of 500 sizes, as LibreOffice Calc 7.4 puts it on the clipboard; part numbers begin with
 * `LO-`. */
export const COPIED_SIZES = fileURLToPath(new URL('./shop-files/copied-sizes.tsv', import.meta.url));

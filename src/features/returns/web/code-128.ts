/** Widths of the bars and spaces of each symbol of Code 128 (ISO/IEC 15417), by its value. */
const symbols =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232';

const STOP = '2331112';

/** The start symbol of code set B, which has the printable characters of ASCII. */
const START_B = 104;

/** Each check value is a remainder by this. */
const CHECKED_BY = 103;

const symbolOf = (value: number) => symbols.slice(value * 6, value * 6 + 6);

/** Returns the widths of a text's bars and spaces in modules, by turns, starting with a bar: as Code 128 in
 * code set B, without the quiet zones of 10 modules at both ends.
 * @throws RangeError for a character that is not printable ASCII */
export function code128(text: string): number[] {
  const values = Array.from(text, (character) => character.charCodeAt(0) - 32);
  if (values.some((value) => value < 0 || value > 94)) throw new RangeError('Only printable ASCII');
  const check = values.reduce((sum, value, nth) => sum + value * (nth + 1), START_B) % CHECKED_BY;
  const coded = [START_B, ...values, check].map(symbolOf).join('') + STOP;
  return Array.from(coded, Number);
}

import { NUMBER, toPlainSizes, toValue, UNIT, units } from './notation.ts';

/** A word of a line or a name, or a number with its unit: `18 V` is 18 of `v`, `7-1/4"` is 7.25 of `in`. A
 * thread is a word: `M8 x 40` is `m8` and 40. */
export type LineWord =
  | { text: string; value?: undefined }
  | { value: number; unit: string; text?: undefined };

const WORD = new RegExp(
  String.raw`(?<![\p{L}\d])(?:m|tr)\d+(?:[.,]\d+)?(?=x\d|[^\p{L}\d]|$)|(?<number>${NUMBER})(?:[ -]?(?<unit>${UNIT})(?![\p{L}\d]|-\p{L}))?|\p{L}+`,
  'gu',
);

/** Words that do not help to identify a tool. */
const FILLERS = new Set(
  `a an and the of for with to in at please pls send me us we i need want would like order hi hello some new more part parts no
  number nr sku item code article art ref x ø`.split(/\s+/),
);

/** Longer than any tool's name and brand together, with a quantity. */
const LONGEST_LINE = 800;

/** Both ends of a line that is longer than any tool's name after normalization: the quantity is at one of
 * them. Some characters expand to eighteen letters. */
export function shortened(line: string): { text: string; isCut: boolean } {
  const plain = toPlainSizes(line);
  if (plain.length <= LONGEST_LINE) return { text: line, isCut: false };
  const [start, end] = [plain.slice(0, LONGEST_LINE / 2), plain.slice(-LONGEST_LINE / 2)];
  return { text: `${start} ${end}`.toWellFormed(), isCut: true };
}

/** The words and sizes of a text, without duplicates and fillers. */
export function lineWords(text: string): LineWord[] {
  const words = [...toPlainSizes(text).slice(0, LONGEST_LINE).matchAll(WORD)].flatMap((found): LineWord[] => {
    const [word] = found;
    const { number, unit } = found.groups ?? {};
    if (number !== undefined) return [{ value: toValue(number), unit: units.get(unit ?? '') ?? '' }];
    return FILLERS.has(word) ? [] : [{ text: word.toWellFormed() }];
  });
  return [...new Map(words.map((word) => [word.text ?? `${word.value} ${word.unit}`, word])).values()];
}

/** Whether a number and the text after it are a size rather than a quantity. */
export const isSize = (text: string): boolean =>
  new RegExp(
    String.raw`^(?:\d+[- ]\d+\/\d+|\d+\/\d+|(?:${NUMBER})[ -]?(?:${UNIT})(?![\p{L}\d]|-\p{L}))`,
    'u',
  ).test(text);

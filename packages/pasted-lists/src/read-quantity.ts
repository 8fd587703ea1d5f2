import { isSize } from './line-words.ts';
import { toPlainSizes } from './notation.ts';

/** Maximum units of an order: the largest 32-bit integer. */
export const MOST_UNITS = 2_147_483_647;

/** The quantity that a line requests, and the rest of its text. `null`: not reliably readable. The number may
 * be a size of the tool instead if it is `bare` ('hacksaw 12'), or the first of a `measure` ('10 x 22
 * lathe'). `unsaid` means one. */
export type ReadQuantity = {
  quantity: number | null;
  kind: 'sure' | 'bare' | 'measure' | 'unsaid';
  text: string;
};

const numberWords = new Map(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 1]),
);
for (const [index, word] of ['twenty', 'thirty', 'forty', 'fifty'].entries())
  numberWords.set(word, (index + 2) * 10);
for (const word of ['a', 'an']) numberWords.set(word, 1);

const SPELLED = [...numberWords.keys()].toSorted((one, other) => other.length - one.length).join('|');
const COUNT = String.raw`\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?`;
const PIECES = String.raw`(?:(?:pcs?|pieces?|ea|each|units?|off)\b\.?|nos?\.)`;
const PACKING = '(?:box|boxes|packs?|packets?|pk|cases?|cartons?|bags?|sets?)';
/** Packings without a stated number of pieces; a 'box level' is not one. */
const PACKINGS = String.raw`(?:boxes|packs|packets|cases|cartons|bags|sets|(?:box|pack|packet|pk|case|carton|bag|set)(?= of\b|,|$))`;
const POLITE = /^(?:(?:please|pls|send|me|us|we|i|need|want|would|like|order|hi|hello)[\s,]+)+/;

/** Patterns of quantities, clearest first; each removes its match from the line. */
const sure: [pattern: RegExp, read: (...parts: (string | undefined)[]) => number | null][] = [
  [
    new RegExp(String.raw`(?:\b(${COUNT}|${SPELLED})\s+)?\b${PACKING} of (${COUNT})\b`),
    (packs, each) => product(packs ?? '1', each),
  ],
  [
    new RegExp(String.raw`(?:(?<![\w.,/-])(${COUNT}|${SPELLED})\s+)?\bdozens?\b`),
    (dozens) => product(dozens ?? '1', '12'),
  ],
  [new RegExp(String.raw`(?<![\w.,/-])(?:${COUNT}|${SPELLED})[ -]${PACKINGS}`), () => null],
  [new RegExp(String.raw`\b(?:qty|quantity)\b\.?\s*[:=]?\s*(-?(?:${COUNT}))(?![\w/])`), countOf],
  [new RegExp(String.raw`(?<![\w.,/-])(${COUNT}) ?${PIECES}`), countOf],
  [new RegExp(String.raw`^(${COUNT}) ?[x*](?=[\s\p{L}])(?! ?\d+ ?x)`, 'u'), countOf],
  [new RegExp(String.raw`(?<!(?:^|\s)[\d.,/-]+ ?)(?<![\p{L}\d-])[x*] ?(${COUNT})$`, 'u'), countOf],
  [new RegExp(String.raw`\((${COUNT})\)$`), countOf],
  [new RegExp(`(?:: ?| - )(${COUNT})$`), countOf],
];

/** Patterns of numbers that may be a quantity or a size. */
const unsure: RegExp[] = [
  new RegExp(String.raw`^(${COUNT})(?=[\s,]+\S)(?!\s*[/-]\d)`),
  new RegExp(String.raw`(?:(?<!\d),|,(?=\s)|\s)\s*(${COUNT})$`),
];

/** Reads the number of units that a line requests; one if it states none. */
export function readQuantity(line: string): ReadQuantity {
  const text = toPlainSizes(line)
    .replaceAll('"', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(POLITE, '')
    .trim();
  if (/^-\s?\d/.test(text)) return { quantity: null, kind: 'sure', text: text.replace(/^-\s?[\d.,]+/, '') };
  for (const [pattern, read] of sure) {
    const found = pattern.exec(text);
    if (!found) continue;
    const rest = without(text, found);
    const isSaidTwice = sure.some(([another]) => another.test(rest));
    const isMeasure = /[x*]$/.test(found[0]) && /^\d/.test(rest);
    const quantity = isSaidTwice ? null : read(...found.slice(1));
    return { quantity, kind: isMeasure ? 'measure' : 'sure', text: rest };
  }
  return readBare(text);
}

function readBare(text: string): ReadQuantity {
  const [, word = ''] = new RegExp(`^(${SPELLED}) (?=.)`).exec(text) ?? [];
  const spelled = numberWords.get(word);
  if (spelled !== undefined) return { quantity: spelled, kind: 'sure', text: text.slice(word.length).trim() };
  const found = unsure.flatMap((pattern) => pattern.exec(text) ?? []).length > 0 ? unsureIn(text) : undefined;
  if (!found) return { quantity: 1, kind: 'unsaid', text };
  return { quantity: countOf(found[1]), kind: 'bare', text: without(text, found) };
}

/** A number without a unit at the beginning, otherwise at the end. */
function unsureIn(text: string): RegExpExecArray | undefined {
  const [atStart, atEnd] = unsure.map((pattern) => pattern.exec(text));
  if (atStart && !isSize(text)) return atStart;
  // '7 1/4' at the end is one number.
  return atEnd && !/[-/#]$/.test(text.slice(0, atEnd.index)) ? atEnd : undefined;
}

function without(text: string, { 0: part, index }: RegExpExecArray): string {
  const rest = `${text.slice(0, index)} ${text.slice(index + part.length)}`;
  return rest
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,:-]+/, '')
    .replace(/[\s,:-]+$/, '');
}

/** A whole number of units, at least one; otherwise `null`. `1.000` is a thousand in some notations, and one
 * in others. */
export function countOf(written: string | undefined): number | null {
  const text = (written ?? '').trim();
  const digits = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text.replace(/[.,]0{1,2}$/, '');
  const count = /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
  return count >= 1 && count <= MOST_UNITS ? count : null;
}

function product(packs: string, each: string | undefined): number | null {
  const [many, of] = [numberWords.get(packs) ?? countOf(packs), countOf(each)];
  return many === null || of === null || many * of > MOST_UNITS ? null : many * of;
}

import { normalForm } from '#contracts/text.ts';

/** The signs before the decimals of a number; the other one, a blank or an
 * apostrophe stands between its thousands. */
export const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** A longer text is no number. */
const MOST_CHARACTERS = 100;
const NO_NUMBER = '?';

/** A number as people write it, without what says nothing of its value: a currency's sign, blanks and
 * apostrophes between thousands. */
function plainNumber(cell: string): string {
  const text = cell.trim();
  if (text.length > MOST_CHARACTERS) return NO_NUMBER;
  return normalForm(text, 'NFKC')
    .replace(/^[\p{Sc}\s]+|[\p{Sc}\s]+$/gu, '')
    .replace(/[−‐‑–]/, '-')
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
}

/** What a number tells of the notation that it is in: the sign before its decimals, `either` where `1.000`
 * may be one or a thousand, `undefined` where it tells nothing. */
export function readNotation(cell: string): DecimalSign | 'either' | undefined {
  const text = plainNumber(cell);
  const [, sign, before = '', after = ''] = /^-?(?=\d)[\d.,]*$/.test(text)
    ? [null, /[.,]/.exec(text)?.[0], ...text.split(/[.,]/)]
    : [];
  if (sign !== '.' && sign !== ',') return undefined;
  const other = sign === '.' ? ',' : '.';
  // The one that comes first, or comes again, parts thousands.
  if (text.includes(other) || text.split(sign).length > 2) return other;
  return /^-?[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after) ? 'either' : sign;
}

const forms = {
  '.': /^-?(\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.\d{1,15})?$/,
  ',': /^-?(\d{1,15}|\d{1,3}(\.\d{3}){1,4})(,\d{1,15})?$/,
} satisfies Record<DecimalSign, RegExp>;

/** A number in a notation; null for an empty cell, `undefined` for what is none in it. */
export function readNumber(cell: string, decimal: DecimalSign): number | null | undefined {
  const text = plainNumber(cell);
  if (text === '') return null;
  if (!forms[decimal].test(text)) return undefined;
  const plain = decimal === '.' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
  return Number(plain);
}

/** The notation that numbers of a file are in, or one of them that leaves it open. */
export type Notation = { decimal: DecimalSign } | { doubtful: string };

/** Gathers what the numbers of a file tell: its own notation, where some of them can be read in one
 * way only, and none in the other. */
export function createNotationFinder() {
  const met: Partial<Record<DecimalSign | 'either', string>> = {};
  return {
    look(cell: string): void {
      const notation = readNotation(cell);
      if (notation) met[notation] ??= cell.trim();
    },
    find(): Notation {
      if (met['.'] !== undefined && met[','] !== undefined) return { doubtful: met.either ?? met[','] };
      if (met['.'] !== undefined || met[','] !== undefined)
        return { decimal: met['.'] === undefined ? ',' : '.' };
      return met.either === undefined ? { decimal: '.' } : { doubtful: met.either };
    },
  };
}

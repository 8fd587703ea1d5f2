/** The decimal signs of numbers; the other one, a space or an apostrophe separates thousands. */
export const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** Maximum length of a number. */
const MOST_CHARACTERS = 100;
const NO_NUMBER = '?';

/** Reduces a typed number to what determines its value: removes currency signs, and spaces and apostrophes
 * between thousands. */
function plainNumber(cell: string): string {
  const text = cell.trim();
  if (text.length > MOST_CHARACTERS) return NO_NUMBER;
  return text
    .normalize('NFKC')
    .replace(/^[\p{Sc}\s]+|[\p{Sc}\s]+$/gu, '')
    .replace(/[−‐‑–]/, '-')
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
}

/** Returns the notation of a number: its decimal sign, `either` where `1.000` may be one or a thousand,
 * `undefined` if it shows neither. */
export function readNotation(cell: string): DecimalSign | 'either' | undefined {
  const text = plainNumber(cell);
  const [, sign, before = '', after = ''] = /^-?(?=\d)[\d.,]*$/.test(text)
    ? [null, /[.,]/.exec(text)?.[0], ...text.split(/[.,]/)]
    : [];
  if (sign !== '.' && sign !== ',') return undefined;
  const other = sign === '.' ? ',' : '.';
  // A sign that precedes the other one, or repeats, separates thousands.
  if (text.includes(other) || text.split(sign).length > 2) return other;
  return /^-?[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after) ? 'either' : sign;
}

const forms = {
  '.': /^-?(\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.\d{1,15})?$/,
  ',': /^-?(\d{1,15}|\d{1,3}(\.\d{3}){1,4})(,\d{1,15})?$/,
} satisfies Record<DecimalSign, RegExp>;

/** Parses a number in a notation; null for an empty cell, `undefined` if invalid. */
export function readNumber(cell: string, decimal: DecimalSign): number | null | undefined {
  const text = plainNumber(cell);
  if (text === '') return null;
  if (!forms[decimal].test(text)) return undefined;
  const plain = decimal === '.' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
  return Number(plain);
}

/** Reads a number as a person types it into a field, NaN for anything else: in the notation that it shows
 * ('12,50' is 12.5, '1.250,50' is 1250.5), or, if it shows none, as pages write numbers ('1,250' is 1250). */
export function readTypedNumber(typed: string): number {
  const text = typed.replace(/^\s*\+(?=\d)/, '');
  const notation = readNotation(text);
  return readNumber(text, notation === ',' ? ',' : '.') ?? Number.NaN;
}

/** The notation of a file's numbers, or one of the numbers that leave it open. */
export type Notation = { decimal: DecimalSign } | { doubtful: string };

/** Determines a file's notation from its numbers: if some of them have only one reading, and all of these
 * agree. */
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

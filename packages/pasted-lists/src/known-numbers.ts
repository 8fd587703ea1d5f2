import { toPlainNumber, toPlainSizes } from './notation.ts';
import { countOf } from './read-quantity.ts';

/** Returns the shop's part numbers, in lower case, that a piece of a line matches. */
export type KnownNumbers = (piece: string) => string[];

/** A line without its part numbers. `text` has a placeholder for each; `restore` writes them back;
 * `isCountable`: there are several, and one of them may be a quantity instead. */
export type MarkedLine = {
  text: string;
  numbers: string[];
  isCountable: boolean;
  restore: (text: string) => string;
};

/** Maximum number of consecutive words in one part number. */
const LONGEST_RUN = 3;
const LONGEST_NUMBER = 40;
const LIKE_PART_NUMBER = /^[a-z\d][a-z\d ._/+#-]*$/;
/** Placeholder for a part number: neither a letter nor a digit, and never typed. */
const MARK = '\ue000';

/** Recognizes pieces that match some part numbers: exactly as typed, otherwise with missing or different
 * separators. Numbers of only digits or only letters are neither joined nor split: `1 000` is not `1000`. */
export function knowNumbers(numbers: string[]): KnownNumbers {
  const byPlain = Map.groupBy(numbers, toPlainNumber);
  return (piece) => {
    const alike = byPlain.get(toPlainNumber(piece)) ?? [];
    const typed = alike.filter((number) => number === piece);
    return typed.length > 0 ? typed : alike.filter((number) => isSameNumber(piece, number));
  };
}

function isSameNumber(piece: string, number: string): boolean {
  const [typed, known] = [piece, number].map((each) =>
    each.replaceAll(/[^a-z\d]+/g, '-').replaceAll(/^-|-$/g, ''),
  );
  const isMixed = /[a-z]/.test(number) && /\d/.test(number);
  return typed === known || isMixed || typed === toPlainNumber(number);
}

/** Takes the known part numbers out of a line, trying adjacent words together before single words. */
export function markNumbers(line: string, known: KnownNumbers): MarkedLine {
  const text = toPlainSizes(line).replaceAll(MARK, '');
  const pieces = piecesOf(text, known);
  const numbers: string[] = [];
  const taken = new Set<number>();
  let found = 0;
  for (const at of pieces.keys()) {
    for (let end = at; end < at + LONGEST_RUN && isNextTo(text, pieces, { at, end }); end++) {
      const run = pieces.slice(at, end + 1);
      const same = isLikeNumber(run) ? known(run.map(({ piece }) => piece).join(' ')) : [];
      if (same.length === 0) continue;
      found++;
      numbers.push(...same);
      for (let nth = at; nth <= end; nth++) taken.add(nth);
    }
  }
  if (found === 0) return { text: line, numbers, isCountable: false, restore: (rest) => rest };
  const marked = pieces.filter((_, nth) => taken.has(nth));
  return {
    text: withMarks(text, marked),
    numbers: [...new Set(numbers)],
    isCountable: found > 1 && marked.some(({ piece }) => countOf(piece) !== null),
    restore: (rest) => {
      let nth = 0;
      return rest.replaceAll(MARK, () => marked[nth++]?.piece ?? '');
    },
  };
}

/** Whether a marked line consists only of part numbers. */
export const isOnlyNumbers = (text: string): boolean => text.replaceAll(MARK, '').trim() === '';

type Piece = { piece: string; start: number };

/** The words of a line; `20xBW-105` and `BW-105x20` become three if one side is a part number. */
function piecesOf(text: string, known: KnownNumbers): Piece[] {
  return [...text.matchAll(/[^\s,;:()"#][^\s,;:()"]*/g)].flatMap(({ 0: piece, index: start }) => {
    if (piece.length > LONGEST_NUMBER || known(piece).length > 0) return { piece, start };
    for (const times of [/^(\d+)([x*])(.+)$/, /^(.+)([x*])(\d+)$/]) {
      const [, one = '', sign = '', other = ''] = times.exec(piece) ?? [];
      if ([one, other].flatMap(known).length === 0) continue;
      const [signAt, otherAt] = [start + one.length, start + one.length + 1];
      return [
        { piece: one, start },
        { piece: sign, start: signAt },
        { piece: other, start: otherAt },
      ];
    }
    return { piece, start };
  });
}

/** Whether only whitespace separates the last piece of a run from the one before it. */
function isNextTo(text: string, pieces: Piece[], { at, end }: { at: number; end: number }): boolean {
  const [before, last] = [pieces[end - 1], pieces[end]];
  if (end === at || !before || !last) return last !== undefined;
  return /^\s+$/.test(text.slice(before.start + before.piece.length, last.start));
}

function isLikeNumber(run: Piece[]): boolean {
  const length = run.reduce((sum, { piece }) => sum + piece.length + 1, -1);
  return length <= LONGEST_NUMBER && run.every(({ piece }) => LIKE_PART_NUMBER.test(piece));
}

function withMarks(text: string, marked: Piece[]): string {
  let [result, end] = ['', 0];
  for (const { piece, start } of marked) {
    result += `${text.slice(end, start)} ${MARK} `;
    end = start + piece.length;
  }
  return result + text.slice(end);
}

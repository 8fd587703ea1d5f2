import { toPlainNumber, toPlainSizes } from './notation.ts';
import { countOf } from './read-quantity.ts';

/** The part numbers of the shop, in lower case, that a piece of a line is. */
export type KnownNumbers = (piece: string) => string[];

/** A line without the part numbers that are on it. `text` has a sign in place of each; `restore` writes them
 * back; `isCountable`: several stand there, and one of them may say how many instead. */
export type MarkedLine = {
  text: string;
  numbers: string[];
  isCountable: boolean;
  restore: (text: string) => string;
};

/** How many words in a row may be one part number. */
const LONGEST_RUN = 3;
const LONGEST_NUMBER = 40;
const LIKE_PART_NUMBER = /^[a-z\d][a-z\d ._/+#-]*$/;
/** It stands for a part number, is neither letter nor digit, and nobody types it. */
const MARK = '\ue000';

/** Tells which pieces are among some part numbers: as typed, or else without or with other signs between.
 * Digits alone, and letters alone, are not run together or parted: `1 000` is not `1000`. */
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

/** Takes the known part numbers out of a line, words that stand beside each
 * other together or each by itself. */
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

/** Whether nothing but part numbers is left of a marked line. */
export const isOnlyNumbers = (text: string): boolean => text.replaceAll(MARK, '').trim() === '';

type Piece = { piece: string; start: number };

/** The words of a line; `20xBW-105` and `BW-105x20` are three where one side is a part number. */
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

/** Whether only blanks part the last piece of a run from the one before it. */
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

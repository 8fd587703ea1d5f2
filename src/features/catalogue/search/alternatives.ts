import { type SearchWord, searchWords } from './search-words.ts';
import type { NewSynonym } from './synonym-contract.ts';

/**
 * What may stand for `length` words of a question from the one at `at` on. `isAsked`: it is just that word, a beginning where it is
 * not known; `mayGoOn`: the last of them may be a beginning; `isGuess`: not all of the synonym has been typed; `isInNames`: they
 * are met only where a name has them all.
 */
export type Reading = {
  at: number;
  length: number;
  words: SearchWord[];
  isAsked?: boolean;
  mayGoOn?: boolean;
  isGuess?: boolean;
  isInNames?: boolean;
};

const LONGEST_SYNONYM = 4;
/** So much of a synonym must have been typed to be taken for its beginning. */
const SHORTEST_BEGINNING = 4;
const SHORTEST_HALF = 3;
/** Of a longer question, no words are taken apart. */
const MAX_SPLIT = 3;

/** All that may stand for the words of a question: neighbours as one word, a word as two, and synonyms. */
export function alternativesTo(asked: SearchWord[], synonyms: readonly NewSynonym[]): Reading[] {
  const splits = asked.length > MAX_SPLIT ? [] : asked.flatMap(splitAt);
  return [...asked.slice(1).map((_, at) => joined(asked, at)), ...splits, ...sameAs(asked, synonyms)];
}

/** `screw driver` as `screwdriver`. */
function joined(asked: SearchWord[], at: number): Reading {
  const text = asked
    .slice(at, at + 2)
    .map((word) => word.text)
    .join('');
  return { at, length: 2, words: [{ text, parts: [] }], mayGoOn: at + 2 === asked.length };
}

/** `screwdriver` as `screw driver`, wherever it may be cut. */
function splitAt({ text }: SearchWord, at: number): Reading[] {
  if (!/^\p{L}+$/u.test(text)) return [];
  const cuts = Math.max(0, text.length + 1 - 2 * SHORTEST_HALF);
  return Array.from({ length: cuts }, (_, cut) => {
    const halves = [text.slice(0, cut + SHORTEST_HALF), text.slice(cut + SHORTEST_HALF)];
    return { at, length: 1, words: halves.map((half) => ({ text: half, parts: [] })), isInNames: true };
  });
}

/** Words as one, without the sign of the plural: `G-clamps` and `g clamp` are the same. */
const keyOf = (words: SearchWord[]) =>
  words
    .map(({ text }) => text)
    .join('')
    .replace(/(?<=...)s$/, '');

function sameAs(asked: SearchWord[], synonyms: readonly NewSynonym[]): Reading[] {
  const pairs = synonyms.flatMap(({ word, sameAs }) => {
    const [one, other] = [searchWords(word), searchWords(sameAs)];
    return [
      { key: keyOf(one), count: one.length, words: other },
      { key: keyOf(other), count: other.length, words: one },
    ];
  });
  const found: Reading[] = [];
  for (let at = 0; at < asked.length; at += 1) {
    for (let length = 1; length <= LONGEST_SYNONYM && at + length <= asked.length; length += 1) {
      const key = keyOf(asked.slice(at, at + length));
      const mayGoOn = at + length === asked.length && key.length >= SHORTEST_BEGINNING;
      for (const pair of pairs) {
        if (pair.key === key) found.push({ at, length, words: pair.words });
        else if (mayGoOn && pair.count === length && pair.key.startsWith(key))
          found.push({ at, length, words: pair.words, isGuess: true });
      }
    }
  }
  return found;
}

import { singularsOf } from '#pasted-lists';
import { type SearchWord, searchWords } from './search-words.ts';
import type { NewSynonym } from './synonym-contract.ts';

/** Alternatives for `length` words of a query, starting at `at`. `isAsked`: the word itself, as a prefix if
 * it is unknown; `mayGoOn`: the last word may be a prefix; `isGuess`: the synonym was only partly typed;
 * `isInNames`: matches only if a name contains all of the words. */
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
/** Minimum typed length to match a synonym's beginning. */
const SHORTEST_BEGINNING = 4;
const SHORTEST_HALF = 3;
/** Maximum number of words in a query for words to be split. */
const MAX_SPLIT = 3;

/** Returns all alternatives for the words of a query: neighbours joined, words split in two, and synonyms. */
export function alternativesTo(asked: SearchWord[], synonyms: readonly NewSynonym[]): Reading[] {
  const splits = asked.length > MAX_SPLIT ? [] : asked.flatMap(splitAt);
  return [...asked.slice(1).map((_, at) => joined(asked, at)), ...splits, ...sameAs(asked, synonyms)];
}

const textOf = (words: SearchWord[]) => words.map(({ text }) => text).join('');

const plainWord = (text: string): SearchWord => ({ text, parts: [] });

/** `screw driver` as `screwdriver`. */
function joined(asked: SearchWord[], at: number): Reading {
  const words = [plainWord(textOf(asked.slice(at, at + 2)))];
  return { at, length: 2, words, mayGoOn: at + 2 === asked.length };
}

/** `screwdriver` as `screw driver`, at every possible position. */
function splitAt({ text }: SearchWord, at: number): Reading[] {
  if (!/^\p{L}+$/u.test(text)) return [];
  const cuts = Math.max(0, text.length + 1 - 2 * SHORTEST_HALF);
  return Array.from({ length: cuts }, (_, nth) => {
    const cut = nth + SHORTEST_HALF;
    const words = [plainWord(text.slice(0, cut)), plainWord(text.slice(cut))];
    return { at, length: 1, words, isInNames: true };
  });
}

/** A synonym's own words, written as one in singular and as they are, and the words for which it stands. */
type Synonym = { keys: string[]; key: string; count: number; words: SearchWord[] };

function readSynonyms(pairs: readonly NewSynonym[]): Synonym[] {
  return pairs.flatMap(({ word, sameAs }) => {
    const [one, other] = [searchWords(word), searchWords(sameAs)];
    return [
      [one, other],
      [other, one],
    ].map(([from = [], words = []]) => ({
      keys: singularsOf(textOf(from)),
      key: textOf(from),
      count: from.length,
      words,
    }));
  });
}

/** `G-clamps`, `g clamp` and `gclamps` are equal. */
function sameAs(asked: SearchWord[], pairs: readonly NewSynonym[]): Reading[] {
  const synonyms = readSynonyms(pairs);
  const byKey = Map.groupBy(
    synonyms.flatMap((synonym) => synonym.keys.map((key) => ({ key, synonym }))),
    ({ key }) => key,
  );
  const spans = asked.flatMap((_, at) =>
    asked.slice(at, at + LONGEST_SYNONYM).map((_, more) => ({ at, length: more + 1 })),
  );
  return spans.flatMap(({ at, length }): Reading[] => {
    const text = textOf(asked.slice(at, at + length));
    const same = new Set(
      singularsOf(text).flatMap((key) => (byKey.get(key) ?? []).map(({ synonym }) => synonym)),
    );
    const mayGoOn = at + length === asked.length && text.length >= SHORTEST_BEGINNING;
    const begun = mayGoOn
      ? synonyms.filter(
          (synonym) => !same.has(synonym) && synonym.count === length && synonym.key.startsWith(text),
        )
      : [];
    return [
      ...[...same].map(({ words }) => ({ at, length, words })),
      ...begun.map(({ words }) => ({ at, length, words, isGuess: true })),
    ];
  });
}

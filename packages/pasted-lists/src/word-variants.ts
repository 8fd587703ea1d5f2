import { type LineWord, lineWords } from './line-words.ts';
import { singularsOf, wordForms } from './word-forms.ts';

/** The known words among those of many texts: `inNames` are in tools' names, brands or categories, `anywhere`
 * in any text of a tool, and `near` has candidates for words found nowhere. */
export type KnownNameWords = { inNames: Set<string>; anywhere: Set<string>; near: Map<string, string[]> };

/** Synonyms, by the singulars of the words that they replace, written as one. */
export type Synonyms = ReadonlyMap<string, string[][]>;

/** Reads a shop's synonyms in both directions. */
export function readSynonyms(listed: readonly { word: string; sameAs: string }[]): Synonyms {
  const synonyms = new Map<string, string[][]>();
  for (const pair of listed) {
    const [one, other] = [wordsIn(lineWords(pair.word)), wordsIn(lineWords(pair.sameAs))];
    for (const [from, variant] of [
      [one, other],
      [other, one],
    ] as const)
      for (const key of singularsOf(from.join('')))
        synonyms.set(key, [...(synonyms.get(key) ?? []), variant]);
  }
  return synonyms;
}

/** The possible readings of one word of a line: each variant is one or more words. `isNear`: the word has
 * been corrected. */
export type WordVariants = { text: string; variants: string[][]; isNear: boolean };

const LONGEST_SYNONYM = 4;
const SHORTEST_HALF = 3;
/** Longer words are not split into two. */
const LONGEST_CUT = 32;

export const wordsIn = (words: LineWord[]): string[] =>
  words.flatMap(({ text }) => (text === undefined ? [] : text));

/** All words to look up in order to understand a line. */
export function wordsToLookUp(words: string[], synonyms: Synonyms): string[] {
  const joined = words.slice(1).map((word, index) => `${words[index]}${word}`);
  const cuts = words.flatMap(cutsOf);
  const others = words.flatMap((_, at) => sameAs(words, at, synonyms).flatMap(({ variant }) => variant));
  // A word can be cut in many places: of the halves, only the singular of the end is looked up besides.
  const halves = cuts.flatMap(([start = '', end = '']) => [start, ...singularsOf(end)]);
  return [...halves, ...[...words, ...joined, ...others].flatMap(wordForms)];
}

/** The readings of each word of a line: itself, joined with its neighbour, split in two, or a synonym;
 * otherwise similar words. */
export function variantsOfWords(words: string[], known: KnownNameWords, synonyms: Synonyms): WordVariants[] {
  const named = (word: string) => wordForms(word).filter((form) => known.inNames.has(form));
  // All forms of the last word, such as the noun of 'drill press'.
  const formsOf = (variant: string[]): string[][] => {
    const start = variant.slice(0, -1).flatMap((word) => named(word).slice(0, 1));
    const isNamed = start.length === variant.length - 1;
    return isNamed ? named(variant.at(-1) ?? '').map((end) => [...start, end]) : [];
  };
  const joined = words.slice(1).map((word, index) => named(`${words[index]}${word}`).map((form) => [form]));
  const same = words.map((_, at) =>
    sameAs(words, at, synonyms).flatMap(({ length, variant }) =>
      formsOf(variant).map((named) => ({ length, variant: named })),
    ),
  );
  return words.map((text, at) => {
    const itself = named(text).map((form) => [form]);
    const covering = same
      .slice(Math.max(0, at + 1 - LONGEST_SYNONYM), at + 1)
      .toReversed()
      .flatMap((found, back) => found.flatMap(({ length, variant }) => (back < length ? [variant] : [])));
    const variants = [...itself, ...(joined[at] ?? []), ...(joined[at - 1] ?? []), ...covering];
    if (variants.length > 0) return { text, variants, isNear: false };
    const halves = cutsOf(text)
      .filter(([start = '']) => known.inNames.has(start))
      .flatMap(formsOf);
    if (halves.length > 0) return { text, variants: halves, isNear: false };
    const isKnown = wordForms(text).some((form) => known.anywhere.has(form));
    const near = isKnown ? [] : singularsOf(text).flatMap((form) => nearOf(form, known));
    return { text, variants: [...new Set(near)].map((word) => [word]), isNear: near.length > 0 };
  });
}

const nearOf = (word: string, { near }: KnownNameWords) =>
  (near.get(word) ?? []).filter((other) => isClose(word, other));

/** One edit apart; or two for long words with the same first letter and a similar length. */
function isClose(word: string, other: string): boolean {
  const slips = countSlips(word, other);
  if (slips <= 1) return true;
  const isAlike = word[0] === other[0] && Math.abs(word.length - other.length) <= 1;
  return slips === 2 && word.length >= 8 && isAlike;
}

/** The number of letters to add, remove, change or swap with a neighbour to turn one word into the other. */
export function countSlips(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const [above = [], same] = [rows[i - 1], one[i - 1] === other[j - 1] ? 0 : 1];
      const steps = [(above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) steps.push((rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...steps));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

/** A word split in two at every point where both halves may be words. */
function cutsOf(word: string): string[][] {
  const cuts = word.length > LONGEST_CUT ? 0 : Math.max(0, word.length + 1 - 2 * SHORTEST_HALF);
  return Array.from({ length: cuts }, (_, nth) => {
    const at = nth + SHORTEST_HALF;
    return [word.slice(0, at), word.slice(at)];
  });
}

function sameAs(words: string[], at: number, synonyms: Synonyms): { length: number; variant: string[] }[] {
  const spans = Array.from({ length: Math.min(LONGEST_SYNONYM, words.length - at) }, (_, more) => more + 1);
  return spans.flatMap((length) => {
    const variants = singularsOf(words.slice(at, at + length).join('')).flatMap(
      (key) => synonyms.get(key) ?? [],
    );
    return [...new Set(variants)].map((variant) => ({ length, variant }));
  });
}

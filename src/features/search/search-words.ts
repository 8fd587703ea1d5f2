import { toSearchedSizes, wordForms } from '#pasted-lists';

/** Each word costs database work, and anyone may search. */
const MAX_WORDS = 10;

/** A word of a query; `parts` are its hyphenated parts, if any. */
export type SearchWord = { text: string; parts: string[] };

/** Splits a query into its distinct words, at most ten, in lower case and without accents. A hyphenated word
 * counts as one: the catalogue indexes both it and its parts. A fraction is one word: `4½″` becomes `4-1/2`
 * and `in`. */
export function searchWords(q = ''): SearchWord[] {
  const found = new Map<string, SearchWord>();
  for (const [joined] of toSearchedSizes(q).matchAll(WORD)) {
    const parts = joined.includes('/') ? [joined] : joined.split('-').map(cut);
    const text = cut(parts.join(''));
    if (!found.has(text)) found.set(text, { text, parts: parts.length > 1 ? parts : [] });
  }
  return [...found.values()].slice(0, MAX_WORDS);
}

const WORD = /(?:\d{1,4}-)?\d{1,4}\/\d{1,4}(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

/** The catalogue has no longer words: `search_words` in the migrations truncates them, by characters, not by
 * UTF-16 units. */
const cut = (word: string) => [...word].slice(0, 60).join('');

/** Splits `18v` into `18` and `v`, since many people write a space between number and unit; `undefined` for
 * other words. */
function splitUnit(word: string): [number: string, unit: string] | undefined {
  const [, number, unit] = /^(\d{1,6})([a-z]{1,3})$/.exec(word) ?? [];
  return number && unit ? [number, unit] : undefined;
}

/** Returns the forms in which the catalogue may have a word, each of one or several words: singular and
 * plural, a number apart from its unit, and `Ø22` for `22`. Part numbers stay as they are. */
export function formsOf(text: string): string[][] {
  const unit = splitUnit(text);
  const diameter = /^\d+$/.test(text) ? [[`ø${text}`]] : [];
  return [...wordForms(text).map((form) => [form]), ...(unit ? [unit] : []), ...diameter];
}

/** Returns every word that is one typo away: a letter omitted, doubled, added or wrong, or two swapped. */
export function wordsOneSlipAway(word: string): string[] {
  const slips = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    const rest = after.slice(1);
    if (after) slips.add(before + rest);
    if (rest) slips.add(before + rest.charAt(0) + after.charAt(0) + rest.slice(1));
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      slips.add(before + letter + after);
      if (after) slips.add(before + letter + rest);
    }
  }
  slips.delete(word);
  return [...slips];
}

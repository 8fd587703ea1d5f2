/** Each word is looked for in every tool, and anybody may ask: a hundred of them would keep the database busy. */
const MAX_WORDS = 10;

/** The different words of what somebody looks for, in lower case; those after the tenth are left out. */
export function searchWords(q: string): string[] {
  return [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);
}

/** A `LIKE` pattern that finds `word` anywhere, its `%`, `_` and `\` standing for themselves. */
export function containsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

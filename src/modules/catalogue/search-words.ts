/** The different words of what somebody looks for, in lower case. */
export function searchWords(q: string): string[] {
  return [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))];
}

/** A `LIKE` pattern that finds `word` anywhere, its `%`, `_` and `\` standing for themselves. */
export function containsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

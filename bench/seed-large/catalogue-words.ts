import { searchWords } from '#modules/catalogue/search-words.ts';

/** Most pieces of a large catalogue's texts are the same few; numbers are not, and are not remembered. */
const known = new Map<string, readonly string[]>();

/** The words of a text as `search_words` of the migrations finds them, each once; a text has no more than ten at a time. */
export function catalogueWords(text: string): string[] {
  const found = new Set<string>();
  for (const piece of text.split(/\s+/)) {
    for (const word of pieceWords(piece)) found.add(word);
  }
  return [...found];
}

function pieceWords(piece: string): readonly string[] {
  const before = known.get(piece);
  if (before) return before;
  const words = searchWords(piece).flatMap(({ text, parts }) => [text, ...parts]);
  if (!/\d{3}/.test(piece)) known.set(piece, words);
  return words;
}

import { searchWords } from '#modules/catalogue/search-words.ts';

/** The words of a text as `search_words` of the migrations finds them, each once; a text has no more than ten at a time. */
export function catalogueWords(text: string): string[] {
  const found = new Set<string>();
  for (const piece of text.split(/\s+/)) {
    for (const { text: word, parts } of searchWords(piece)) {
      found.add(word);
      for (const part of parts) found.add(part);
    }
  }
  return [...found];
}

/** Texts that are hard to read, each to be repeated. */
const signs: Record<string, string> = {
  letters: 'ab ',
  sizes: '1/2 in x 3 ',
  blanks: `a${' '.repeat(60)}`,
  'marks of two classes': `a${'\u0301\u0323'.repeat(15)}`,
  'a heap of marks': '\u0301\u0323',
  'a sign of 18 letters': '\uFDFA',
  'signs of patterns': '%_\\(a+)+$[',
  'quotes, tags and families': '",;|<b>&amp;👩‍👩‍👧‍👦',
};

/** All hard texts of a shop: signs, the words of its tools' names, the same with a typo each, and their
 * beginnings. */
export function hardTexts(names: string[]): Record<string, string> {
  const words = [...new Set(names.join(' ').match(/\p{L}{4,}/gu) ?? [])].slice(0, 400);
  return {
    ...signs,
    'words of names': `${words.join(' ')} `,
    'words with a slip': `${words.map((word) => word.slice(0, 2) + word.slice(3)).join(' ')} `,
    'beginnings of words': `${[...new Set(words.map((word) => word.slice(0, 2)))].join(' ')} `,
  };
}

/** Repeats a hard text to fill `length` characters. */
export function filled(hard: string, length: number): string {
  const text = hard.repeat(Math.ceil(length / hard.length)).slice(0, length);
  return text.toWellFormed().trim() || 'a';
}

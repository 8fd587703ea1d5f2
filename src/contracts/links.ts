/** An address with its scheme in small letters, as programs compare it (RFC 3986, 6.2.2.1);
 * the rest stays as it was typed. */
export const withPlainScheme = (address: string): string =>
  address.replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());

/** What a text of the owner's may lead to: a page of the shop, or an address that runs nothing. */
const SAFE_ADDRESS = /^(?:https:\/\/[^\s/]|mailto:[^\s]|tel:[+\d]|\/(?![/\\]))/i;

/** A link in a text: the words to press in square brackets, where they lead in
 * round ones, which may hold a pair. */
const LINK = /\[([^[\]\n]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g;

export type TextPiece = string | { words: string; to: string };

/** The paragraphs of an owner's text, which blank lines part, each in pieces: text as it is, and links. */
export function readParagraphs(text: string): TextPiece[][] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(readLinks);
}

function readLinks(paragraph: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: words = '', 2: to = '' } of paragraph.matchAll(LINK)) {
    if (!SAFE_ADDRESS.test(to)) continue;
    if (index > end) pieces.push(paragraph.slice(end, index));
    pieces.push({ words, to });
    end = index + whole.length;
  }
  if (end < paragraph.length) pieces.push(paragraph.slice(end));
  return pieces;
}

/** Whether every link in a text leads where it may. */
export const hasSafeLinks = (text: string) =>
  [...text.matchAll(LINK)].every(([, , to = '']) => SAFE_ADDRESS.test(to));

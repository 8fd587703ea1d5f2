/** Returns an address with its scheme in lower case, as programs compare it (RFC 3986, 6.2.2.1); the rest is
 * unchanged. */
export const withPlainScheme = (address: string): string =>
  address.replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());

/** Permitted link targets in an owner's text: a page of the shop, or an address that executes nothing. */
const SAFE_ADDRESS = /^(?:https:\/\/[^\s/]|mailto:[^\s]|tel:[+\d]|\/(?![/\\]))/i;

/** A link in a text: its words in square brackets, its address in round ones, which may contain further
 * pairs. */
const LINK = /\[([^[\]\n]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g;

/** Whether a link may lead there, and programs can read the address. */
const isSafe = (address: string) =>
  SAFE_ADDRESS.test(address) && URL.canParse(address, 'https://shop.example');

export type TextPiece = string | { words: string; to: string };

/** Splits an owner's text into paragraphs at blank lines, and each paragraph into plain text and links. */
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
    if (!isSafe(to)) continue;
    if (index > end) pieces.push(paragraph.slice(end, index));
    pieces.push({ words, to });
    end = index + whole.length;
  }
  if (end < paragraph.length) pieces.push(paragraph.slice(end));
  return pieces;
}

/** Whether every link in a text has a permitted target. */
export const hasSafeLinks = (text: string) => [...text.matchAll(LINK)].every(([, , to = '']) => isSafe(to));

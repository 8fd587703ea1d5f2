/** A piece of a text, beginning at the letter `at`; `isHit` where it is what was looked for. */
type TextPiece = { text: string; at: number; isHit: boolean };

/**
 * Cuts a text at the beginnings of words that were looked for, in any case: 'ham' in 'Claw hammer' gives 'Claw ', 'ham',
 * 'mer'. The pieces together are the text, to the letter.
 */
export function highlightPieces(text: string, words: readonly string[]): TextPiece[] {
  const sought = words.filter(Boolean).sort((one, other) => other.length - one.length);
  if (sought.length === 0) return [{ text, at: 0, isHit: false }];
  const anyWord = sought.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  // With a capturing group, every second piece is a hit.
  const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${anyWord})`, 'iu'));
  let at = 0;
  return pieces.map((piece, index) => {
    const start = at;
    at += piece.length;
    return { text: piece, at: start, isHit: index % 2 === 1 };
  });
}

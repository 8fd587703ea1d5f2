import { Fragment } from 'react';
import { SavedText } from '#ui/saved-text.tsx';

/** A text with the words that were looked for marked in it. */
export function Highlighted({ text, words = [] }: { text: string; words?: readonly string[] | undefined }) {
  return (
    <SavedText text={text}>
      {(part) =>
        highlightPieces(part, words).map((piece) =>
          piece.isHit ? (
            <mark key={piece.at} className="rounded-md bg-accent-wash text-accent-strong">
              {piece.text}
            </mark>
          ) : (
            <Fragment key={piece.at}>{piece.text}</Fragment>
          ),
        )
      }
    </SavedText>
  );
}

/** Cuts a text at the beginnings of words that were looked for, in any case: 'ham' in 'Claw
 * hammer' gives 'Claw ', 'ham', 'mer', each with the letter `at` which it begins. Together
 * they are the text, to the letter. */
export function highlightPieces(text: string, words: readonly string[]) {
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

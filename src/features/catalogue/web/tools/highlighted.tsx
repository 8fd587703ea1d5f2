import { Fragment } from 'react';
import { KeptText } from '#web/ui/kept-text.tsx';
import { highlightPieces } from './highlight.ts';

/** A text with the words that were looked for marked in it. */
export function Highlighted({ text, words = [] }: { text: string; words?: readonly string[] | undefined }) {
  return (
    <KeptText text={text}>
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
    </KeptText>
  );
}

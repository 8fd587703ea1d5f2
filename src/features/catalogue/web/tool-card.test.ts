import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlightPieces } from './tool-card.tsx';

/** The text with its matches in brackets. */
function marked(text: string, ...words: string[]): string {
  return highlightPieces(text, words)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('');
}

describe('highlightPieces', () => {
  it.each([
    ['beginnings of words, in any case', marked('Claw HAMmer and ham', 'ham'), 'Claw [HAM]mer and [ham]'],
    ['not the middle of one', marked('Sledgehammer', 'ham'), 'Sledgehammer'],
    ['the longest word that fits', marked('hammers', 'ham', 'hammer'), '[hammer]s'],
    ['letters beyond ASCII', marked('Ärmel Über-ärmel überärmel', 'ärm'), '[Ärm]el Über-[ärm]el überärmel'],
    ['part numbers', marked('Bit (HX-10/2)', 'hx-10/2'), 'Bit ([HX-10/2])'],
    ['characters that mean something elsewhere', marked('a.b a+b axb', 'a.b', 'a+b'), '[a.b] [a+b] axb'],
    ['nothing for no words', marked('Claw hammer'), 'Claw hammer'],
    ['nothing for an empty word', marked('Claw hammer', ''), 'Claw hammer'],
    ['markup stays text', marked('<b>bold</b>', 'b'), '<[b]>[b]old</[b]>'],
  ])('%s', (_, shown, expected) => {
    expect(shown).toBe(expected);
  });

  it('changes no letter of any text, whatever the words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'grapheme' })),
        (text, words) => {
          expect(
            highlightPieces(text, words)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text);
        },
      ),
    );
  });
});

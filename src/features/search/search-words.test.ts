import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairs } from '#tests/support/singulars-and-plurals.ts';
import { formsOf, searchWords, wordsOneSlipAway } from './search-words.ts';

const textsOf = (q: string) => searchWords(q).map(({ text }) => text);

describe('searchWords', () => {
  it('returns each word once, ignoring case and surrounding space', () => {
    expect(textsOf('  Claw  hammer\tclaw ')).toEqual(['claw', 'hammer']);
  });

  it('finds no words in white space and symbols', () => {
    expect(textsOf('   %_ -- ·')).toEqual([]);
  });

  it('returns ten words at most', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    expect(textsOf(letters.join(' '))).toEqual(letters.slice(0, 10));
  });

  it('reads a hyphenated term as one word, and keeps its parts', () => {
    expect(searchWords('DHP-486Z')).toEqual([{ text: 'dhp486z', parts: ['dhp', '486z'] }]);
    expect(searchWords('-drill-')).toEqual([{ text: 'drill', parts: [] }]);
  });

  it('drops accents', () => {
    expect(textsOf('Ålésund CAFÉ')).toEqual(['alesund', 'cafe']);
  });

  it('truncates a word that is too long, without splitting a character', () => {
    expect(textsOf('𝔵'.repeat(70))).toEqual(['x'.repeat(60)]);
    expect(textsOf('𐐨'.repeat(70))).toEqual(['𐐨'.repeat(60)]);
  });
});

describe('formsOf', () => {
  it('has a word in singular and plural, and leaves part numbers as they are', () => {
    for (const [one, many] of pairs) {
      expect(formsOf(one)).toContainEqual([many]);
      expect(formsOf(many)).toContainEqual([one]);
    }
    expect(formsOf('axe')).not.toContainEqual(['axis']);
    for (const number of ['axes100', '486z1', 'v18']) expect(formsOf(number)).toEqual([[number]]);
  });

  it('splits a number from its unit, and may take it for a diameter', () => {
    expect(formsOf('18v')).toEqual([['18v'], ['18', 'v']]);
    expect(formsOf('22')).toEqual([['22'], ['ø22']]);
    for (const word of ['v', '18volts']) expect(formsOf(word)).not.toContainEqual(['18', 'v']);
  });
});

describe('wordsOneSlipAway', () => {
  it('has every word one inserted, deleted, replaced or swapped letter away', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const word = fc.array(letter, { minLength: 2, maxLength: 12 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(word, letter, fc.nat(), (right, other, place) => {
        const at = place % right.length;
        const [before, here, after] = [right.slice(0, at), right.charAt(at), right.slice(at + 1)];
        const typed = [
          before + after,
          before + other + here + after,
          before + other + after,
          before + after.charAt(0) + here + after.slice(1),
        ];
        for (const slip of typed) {
          if (slip !== right) expect(wordsOneSlipAway(slip)).toContain(right);
        }
      }),
    );
  });
});

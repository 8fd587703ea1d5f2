import { describe, expect, it } from 'vitest';
import { alternativesTo } from './alternatives.ts';
import { searchWords } from './search-words.ts';

const pairs = [
  { word: 'drill press', sameAs: 'Pillar drill' },
  { word: 'C-clamp', sameAs: 'G-clamp' },
  { word: 'wrench', sameAs: 'spanner' },
];

/** Alternatives to the words, as 'at+length: words'. */
function found(q: string, synonyms = pairs) {
  return alternativesTo(searchWords(q), synonyms)
    .filter(({ isInNames }) => !isInNames)
    .map(({ at, length, words }) => `${at}+${length}: ${words.map(({ text }) => text).join(' ')}`);
}

describe('alternativesTo', () => {
  it('joins neighbours, and lets the last joined word be a prefix', () => {
    expect(found('screw driver bit')).toEqual(['0+2: screwdriver', '1+2: driverbit']);
    const goOn = alternativesTo(searchWords('screw driver bit'), []).filter(({ mayGoOn }) => mayGoOn);
    expect(goOn.map(({ words }) => words[0]?.text)).toEqual(['driverbit']);
  });

  it('splits a word where both halves have three letters, in short queries only', () => {
    const halves = (q: string) =>
      alternativesTo(searchWords(q), []).flatMap(({ isInNames, words }) =>
        isInNames ? words.map(({ text }) => text).join(' ') : [],
      );
    expect(halves('hacksaw')).toEqual(['hac ksaw', 'hack saw']);
    expect(halves('hammer')).toEqual(['ham mer']);
    expect(halves('drill')).toEqual([]);
    expect(halves('dhp486z1')).toEqual([]);
    expect(halves('the hacksaw with blades')).toEqual([]);
  });

  it('finds a synonym in any position, direction and case, also as one word', () => {
    expect(found('new PILLAR DRILLS 16')).toContain('1+2: drill press');
    expect(found('drillpress')).toEqual(['0+1: pillar drill']);
    expect(found('g clamp')).toContain('0+2: cclamp');
    expect(found('c-clamps')).toEqual(['0+1: gclamp']);
    expect(found('pillar of a drill').filter((one) => one.includes('press'))).toEqual([]);
  });

  it('treats the beginning of a synonym at the end of a query as a guess', () => {
    const guesses = (q: string) => alternativesTo(searchWords(q), pairs).filter(({ isGuess }) => isGuess);
    expect(guesses('span').map(({ words }) => words[0]?.text)).toEqual(['wrench']);
    for (const q of ['spa', 'pillar', 'span 16']) expect(guesses(q)).toEqual([]);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it.each([
  ['Saw', 3, 'Saw'],
  ['Saws', 3, 'Saw'],
  ['ab🔧', 3, 'ab'],
  ['ab🔧', 4, 'ab🔧'],
  ['a👩🏽‍🔧b', 7, 'a'],
  ['a👩🏽‍🔧b', 8, 'a👩🏽‍🔧'],
  ['a🇩🇪', 3, 'a'],
  ['Cafe\u0301', 4, 'Caf'],
])('cuts %s at %d to %s', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});

it('never leaves half a character, and cuts no more than one', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(text, fc.nat(80), (whole, max) => {
      const cut = cutText(whole, max);
      expect(whole.startsWith(cut) && cut.length <= max && cut.isWellFormed()).toBe(true);
      expect(
        [...new Intl.Segmenter('en').segment(whole)].some(({ index }) => index === cut.length) ||
          cut === whole,
      ).toBe(true);
    }),
  );
});

import { expect, test } from 'vitest';
import { splitLinks } from './mailbox.tsx';

test('separates links from surrounding words and trailing punctuation', () => {
  const text = 'Open http://shop.example/verify-email?token=a.b-c. Or (https://shop.example/) now!';
  const stretches = splitLinks(text);
  expect(stretches.filter(({ isLink }) => isLink).map(({ words }) => words)).toEqual([
    'http://shop.example/verify-email?token=a.b-c',
    'https://shop.example/',
  ]);
  expect(stretches.map(({ words }) => words).join('')).toBe(text);
  expect(stretches.map(({ start }) => text.slice(start).length)).toEqual(
    stretches.map(
      (_stretch, index) =>
        stretches
          .slice(index)
          .map(({ words }) => words)
          .join('').length,
    ),
  );
});

test('makes no link of a script', () => {
  expect(splitLinks('javascript:alert(1)')).toEqual([
    { start: 0, words: 'javascript:alert(1)', isLink: false },
  ]);
});

test('finds nothing in an empty text', () => {
  expect(splitLinks('')).toEqual([]);
});

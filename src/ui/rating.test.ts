import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Rating } from './rating.tsx';

/** Left edge of each star in the drawing, and its middle. */
const left = (nth: number) => nth * 26.4;
const middle = (nth: number) => left(nth) + 12;

test.each([
  [0, 0],
  [3, left(3)],
  [3.2, left(3)],
  [3.3, middle(3)],
  [3.5, middle(3)],
  [3.7, middle(3)],
  [3.8, left(4)],
  [5, left(5)],
])('a rating of %d is filled to the nearest half star, and read out exactly', (rate, filled) => {
  const html = renderToStaticMarkup(createElement(Rating, { rate }));
  expect(/aria-label="([^"]+)"/.exec(html)?.[1]).toBe(`Rated ${rate} out of 5`);
  expect(Number(/width="([\d.]+)" height="24"><use[^>]*fill-accent/.exec(html)?.[1])).toBeCloseTo(filled);
});

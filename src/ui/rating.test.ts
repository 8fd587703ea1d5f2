import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Rating } from './rating.tsx';

const drawn = (rate: number) => {
  const html = renderToStaticMarkup(createElement(Rating, { rate }));
  const halves = html.split('w-1/2').length - 1;
  return {
    label: /aria-label="([^"]+)"/.exec(html)?.[1],
    whole: html.split('fill-accent').length - 1 - halves,
    halves,
  };
};

test.each([
  [0, 0, 0],
  [3, 3, 0],
  [3.2, 3, 0],
  [3.3, 3, 1],
  [3.5, 3, 1],
  [3.7, 3, 1],
  [3.8, 4, 0],
  [5, 5, 0],
])('a rating of %d is drawn as %d stars and %d half stars, and read out exactly', (rate, whole, halves) => {
  expect(drawn(rate)).toEqual({ label: `Rated ${rate} out of 5`, whole, halves });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newestSpans, priceSpans, ratingSpans, type Span } from './spans.ts';
import { priceSteps } from './term-query.ts';

const termsOf = ({ terms }: Span) =>
  (terms ?? '')
    .slice(1, -1)
    .split(' | ')
    .map((term) => term.slice(1, -1));

/** The numbers that a span's terms cover. */
function covers(span: Span, number: number): boolean {
  return termsOf(span).some((term) =>
    term.startsWith('=n')
      ? Number(term.slice(2)) === Math.floor(number / 4096)
      : Number(term.slice(2)) === Math.floor(number / 32768),
  );
}

const shares = fc.double({ min: 0.005, max: 1, noNaN: true });

it('cuts all tools into spans, the newest first, none left out', () => {
  fc.assert(
    fc.property(fc.integer({ min: 900_000, max: 3_000_000 }), shares, fc.nat(), (newest, share, place) => {
      const counts = { newest, countOf: () => 0 };
      const from = place % newest;
      const spans = [...newestSpans(counts, from, { share, wanted: 25 })];
      for (const number of [from, Math.floor(from / 2), from - (from % 32768), 4095, 0]) {
        if (number > from) continue;
        expect(spans.filter((span) => covers(span, number))).not.toEqual([]);
      }
      const firsts = spans.map(
        (span) => spans.findIndex((each) => covers(each, Math.floor(from / 3))) <= spans.indexOf(span),
      );
      expect(firsts.at(-1)).toBe(true);
      expect(spans.length).toBeLessThan(12);
    }),
  );
});

it('leaves it at one span where few fit', () => {
  const counts = { newest: 1_000_000, countOf: () => 1_000 };
  const few = { share: 0.001, wanted: 25 };
  expect([...newestSpans(counts, 1_000_000, few)]).toEqual([{ terms: undefined }]);
  expect([...priceSpans(counts, { sort: 'price', from: undefined }, few)]).toEqual([{ terms: undefined }]);
  expect([...ratingSpans(counts, undefined, few)]).toEqual([{ terms: undefined }]);
});

it('cuts prices into spans that follow on each other, from the cursor on', () => {
  const counts = { newest: 1_000_000, countOf: () => 3_000 };
  const needs = { share: 0.1, wanted: 25 };
  const up = [...priceSpans(counts, { sort: 'price', from: 13_999 }, needs)].flatMap(termsOf);
  expect(up.slice(0, 3)).toEqual(['=p513', '=p514', '=p515']);
  expect(up).toEqual(priceSteps(13_999));
  const down = [...priceSpans(counts, { sort: '-price', from: 13_999 }, needs)].flatMap(termsOf);
  expect(down).toEqual(priceSteps(0, 13_999).reverse());
});

it('goes through the ratings from the best', () => {
  const counts = { newest: 1_000_000, countOf: () => 0 };
  const spans = [...ratingSpans(counts, 47, { share: 0.5, wanted: 25 })].map(termsOf);
  expect(spans[0]).toEqual(['=r47']);
  expect(spans.flat()).toEqual(Array.from({ length: 38 }, (_, index) => `=r${47 - index}`));
});

it('knows the step that each price lies in', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_147_483_647 }),
      fc.nat({ max: 2_147_483_647 }),
      (price, other) => {
        const [min, max] = [Math.min(price, other), Math.max(price, other)];
        const text = String(price);
        expect(priceSteps(min, max)).toContain(`=p${text.length}${text.slice(0, 2).padEnd(2, '0')}`);
      },
    ),
  );
});

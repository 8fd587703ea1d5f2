import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberStep, priceStep, priceTerm } from './blocks.ts';
import { newestSpans, priceSpans, ratingSpans, type Span } from './spans.ts';

const termsOf = ({ terms }: Span) =>
  (terms ?? '')
    .slice(1, -1)
    .split(' | ')
    .map((term) => term.slice(1, -1));

/** Whether a span holds a step of numbers or prices, told from its terms. */
const holds = (step: number) => (span: Span) =>
  termsOf(span).some((term) => {
    if (term === priceTerm(step)) return true;
    const [, wide, place] = /^=[nP](\d)\.(\d+)$/.exec(term) ?? [];
    return Math.floor(step / 2 ** Number(wide)) === Number(place);
  });

const shares = fc.double({ min: 0.005, max: 1, noNaN: true });
const cents = fc.integer({ min: 1, max: 2_147_483_647 });

it('cuts all tools into few spans of few terms, the newest first, each tool in one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 900_000, max: 3_000_000 }), shares, fc.nat(), (newest, share, place) => {
      const counts = { newest, countOf: () => 0 };
      const from = place % newest;
      const spans = [...newestSpans(counts, from, { share, wanted: 25 })];
      const order = Array.from({ length: numberStep(from) + 1 }, (_, step) => {
        const holding = spans.flatMap((span, index) => (holds(numberStep(from) - step)(span) ? [index] : []));
        expect(holding).toHaveLength(1);
        return holding[0] ?? 0;
      });
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      expect(spans.length).toBeLessThan(8);
      expect(Math.max(...spans.map((span) => termsOf(span).length))).toBeLessThan(13);
    }),
  );
});

it('leaves it at one span where few fit', () => {
  const counts = { newest: 1_000_000, countOf: () => 0 };
  const few = { share: 0.001, wanted: 25 };
  expect([...newestSpans(counts, 1_000_000, few)]).toEqual([{ terms: undefined }]);
  expect([...ratingSpans(counts, undefined, few)]).toEqual([{ terms: undefined }]);
});

it('cuts a range of prices into spans that follow on each other, each price of it in one', () => {
  fc.assert(
    fc.property(cents, cents, fc.array(cents), cents, (from, to, prices, price) => {
      const way = from <= to ? 1 : -1;
      const sample = prices
        .filter((each) => way * each >= way * from)
        .toSorted((one, other) => way * (one - other));
      const spans = [...priceSpans({ from, to }, sample)];
      const steps = [from, price, to].map(priceStep).toSorted((one, other) => way * (one - other));
      const places = steps.map((step) => spans.flatMap((span, index) => (holds(step)(span) ? [index] : [])));
      const isInside = way * price >= way * from && way * price <= way * to;
      if (!isInside) return;
      expect(places.map(({ length }) => length)).toEqual([1, 1, 1]);
      expect(places.flat()).toEqual(places.flat().toSorted((one, other) => one - other));
      expect(spans.length).toBeLessThan(6);
    }),
  );
});

it('cuts prices where the first of a sample lie', () => {
  const sample = Array.from({ length: 50 }, (_, index) => 10_000 + index * 1_000);
  expect([...priceSpans({ from: 0, to: 99_999 }, sample)].map((span) => termsOf(span).at(-1))).toEqual([
    '=p510', // 100.00, the cheapest
    '=p516',
    '=p552', // the 43rd
    '=P1.224',
  ]);
  expect([...priceSpans({ from: 50, to: 50 }, [])].map(termsOf)).toEqual([['=p250']]);
});

it('goes through the ratings from the best', () => {
  const counts = { newest: 1_000_000, countOf: () => 0 };
  const after = { key: 47, number: 300 };
  const spans = [...ratingSpans(counts, after, { share: 0.5, wanted: 25 })].map(termsOf);
  expect(spans[0]).toEqual(['=r47']);
  expect(spans.flat()).toEqual(Array.from({ length: 38 }, (_, index) => `=r${47 - index}`));
});

it('goes through those with the best rating from the newest, or from the cursor on', () => {
  const counts = { newest: 1_000_000, countOf: () => 0 };
  const needs = { share: 0.5, wanted: 25 };
  for (const after of [undefined, { key: 50, number: 300_000 }]) {
    const spans = [...ratingSpans(counts, after, needs)].map(({ terms }) => terms);
    const newest = [...newestSpans(counts, after?.number ?? 1_000_000, { ...needs, share: 0.15 })];
    expect(spans.slice(0, newest.length)).toEqual(newest.map(({ terms }) => `('=r50') & ${terms}`));
    expect(spans[newest.length]).toBe("('=r49')");
  }
  expect([...ratingSpans(counts, undefined, { share: 0.01, wanted: 25 })][0]).toEqual({ terms: "('=r50')" });
});

it('knows the step that each price lies in, and that dearer ones lie no lower', () => {
  fc.assert(
    fc.property(cents, cents, (price, other) => {
      const text = String(price);
      expect(priceTerm(priceStep(price))).toBe(`=p${text.length}${text.slice(0, 2).padEnd(2, '0')}`);
      expect(
        Math.sign(priceStep(price) - priceStep(other)) * Math.sign(price - other),
      ).toBeGreaterThanOrEqual(0);
    }),
  );
});

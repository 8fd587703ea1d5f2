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
  const counts = { newest: 1_000_000, countOf: () => 1_000 };
  const few = { share: 0.001, wanted: 25 };
  expect([...newestSpans(counts, 1_000_000, few)]).toEqual([{ terms: undefined }]);
  expect([...priceSpans(counts, { sort: 'price', from: undefined }, few)]).toEqual([{ terms: undefined }]);
  expect([...ratingSpans(counts, undefined, few)]).toEqual([{ terms: undefined }]);
});

it('cuts prices into spans that follow on each other, from the cursor on', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('price' as const, '-price' as const),
      cents,
      shares,
      cents,
      (sort, from, share, price) => {
        const counts = { newest: 1_000_000, countOf: () => 3_000 };
        const spans = [...priceSpans(counts, { sort, from }, { share, wanted: 25 })];
        const [step, start] = [priceStep(price), priceStep(from)];
        const way = sort === 'price' ? 1 : -1;
        expect(spans.filter(holds(step))).toHaveLength(way * step >= way * start ? 1 : 0);
        const before = spans.findIndex(holds(start));
        expect(before).toBe(0);
        const following = spans.findIndex(holds(start + way * 3));
        expect([-1, 0, 1, 2, 3]).toContain(following);
      },
    ),
  );
});

it('goes through the ratings from the best', () => {
  const counts = { newest: 1_000_000, countOf: () => 0 };
  const spans = [...ratingSpans(counts, 47, { share: 0.5, wanted: 25 })].map(termsOf);
  expect(spans[0]).toEqual(['=r47']);
  expect(spans.flat()).toEqual(Array.from({ length: 38 }, (_, index) => `=r${47 - index}`));
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

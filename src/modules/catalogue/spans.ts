import { NUMBERS_IN_STEP, numberBlocks, numberStep, priceBlocks, priceStep, widthOf } from './blocks.ts';
import type { TermCounts } from './term-counts.ts';
import { anyTerm } from './term-query.ts';

/** A stretch of all tools, in the order of a list: those that have `terms`, or every one without. */
export type Span = { terms: string | undefined };

/** One span may hold so many tools that the index gathers at once; where fewer are expected, it is not cut into spans. */
const GATHERED_AT_ONCE = 4_000;
/** Each span is so many times as long as the one before, so that a wrong guess does not cost many. */
const GROWTH = 6;

/**
 * What the length of spans is chosen by: the share of tools that fit, how many rows are wanted, and how many may be expected
 * to fit where all are gathered at once. Each span is `growth` times as long as the one before.
 */
export type SpanNeeds = { share: number; wanted: number; atOnce?: number; growth?: number };

/** Whether so few tools fit that they are best gathered all at once. */
export function areFew(
  { newest }: TermCounts,
  { share, atOnce = GATHERED_AT_ONCE }: Omit<SpanNeeds, 'wanted'>,
): boolean {
  return share * newest <= atOnce;
}

/** Cuts the tools from number `from` down to the first into spans. The first span may begin with tools after `from`. */
export function* newestSpans(counts: TermCounts, from: number, needs: SpanNeeds): Generator<Span> {
  if (areFew(counts, needs)) return yield { terms: undefined };
  let length = Math.max(1, (2 * needs.wanted) / needs.share / NUMBERS_IN_STEP);
  let next = numberStep(from);
  // One that is rounded up costs less than one of many blocks.
  const unit = 2 ** Math.max(0, widthOf(length) - 2);
  let last = Math.ceil((next + 1) / unit) * unit - 1;
  for (; next >= 0; length *= needs.growth ?? GROWTH) {
    const half = 2 ** Math.max(0, widthOf(length) - 1);
    const first = Math.max(0, Math.floor((next - length + 1) / half) * half);
    yield { terms: anyTerm(numberBlocks(first, last)) };
    next = last = first - 1;
  }
}

/** Which prices a list goes through, in cents, in its order. */
export type PriceRange = { from: number; to: number };

/**
 * Cuts a range of prices into spans, each expected to hold several times as many hits as the one before; `sample` are the
 * prices of some hits, in the order of the list. How dear the tools of a word are, the whole catalogue does not tell.
 */
export function* priceSpans({ from, to }: PriceRange, sample: number[]): Generator<Span> {
  const way = from <= to ? 1 : -1;
  const last = priceStep(to);
  let first = priceStep(from);
  const span = (end: number) => ({
    terms: anyTerm(priceBlocks(Math.min(first, end), Math.max(first, end))),
  });
  for (let rank = 0; rank < sample.length; rank = rank * GROWTH + GROWTH) {
    const end = priceStep(sample[rank] ?? to);
    if (way * end < way * first || way * end >= way * last) continue;
    yield span(end);
    first = end + way;
  }
  yield span(last);
}

const BEST_RATING = 50;
const WORST_RATING = 10;

/** Of the rated tools so many have the best rating, many of them by one review. */
const BEST_SHARE = 0.3;

/** Cuts the rated tools into spans by rating, in tenths, from the best on; those that have the best are cut by number. */
export function* ratingSpans(
  counts: TermCounts,
  after: { key: number; number: number } | undefined,
  needs: SpanNeeds,
): Generator<Span> {
  if (areFew(counts, needs)) return yield { terms: undefined };
  let top = after?.key ?? BEST_RATING;
  if (top === BEST_RATING) {
    const best = anyTerm([`=r${top}`]);
    const ofBest = { ...needs, share: needs.share * BEST_SHARE };
    for (const { terms } of newestSpans(counts, after?.number ?? counts.newest, ofBest)) {
      yield { terms: terms === undefined ? best : `${best} & ${terms}` };
    }
    top -= 1;
  }
  for (let length = 1; top >= WORST_RATING; length *= 2) {
    const last = Math.max(WORST_RATING, top - length + 1);
    yield { terms: anyTerm(Array.from({ length: top - last + 1 }, (_, index) => `=r${top - index}`)) };
    top = last - 1;
  }
}

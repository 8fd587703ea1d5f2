import type { ToolSort } from '#contracts/tool-search.ts';
import type { TermCounts } from './term-counts.ts';
import { anyTerm, priceSteps } from './term-query.ts';

/** A stretch of all tools, in the order of a list: those that have `terms`, or every one without. */
export type Span = { terms: string | undefined };

/** Tools are numbered; the terms name them in steps of so many. */
const SMALL_STEP = 4_096;
const LARGE_STEP = 32_768;
const MOST_SMALL_STEPS = 16;
/** Each of the terms that may stand for another is tried on every tool that the index meets. */
const MOST_PRICE_STEPS = 32;
/** One span may hold so many tools that the index gathers at once; where fewer are expected, it is not cut into spans. */
const GATHERED_AT_ONCE = 4_000;
/** Each span is so many times as long as the one before, so that a wrong guess does not cost many. */
const GROWTH = 6;

/** What the length of spans is chosen by: the share of tools that fit, and how many rows are wanted. */
export type SpanNeeds = { share: number; wanted: number };

/** Whether so few tools fit that they are best gathered all at once. */
export function areFew({ newest }: TermCounts, { share }: SpanNeeds): boolean {
  return share * newest <= GATHERED_AT_ONCE;
}

/** Cuts the tools from number `from` down to the first into spans. */
export function* newestSpans(counts: TermCounts, from: number, needs: SpanNeeds): Generator<Span> {
  if (areFew(counts, needs)) return yield { terms: undefined };
  let length = Math.max(SMALL_STEP, (2 * needs.wanted) / needs.share);
  for (let top = from; top >= 0; length *= GROWTH) {
    const step = length > SMALL_STEP * MOST_SMALL_STEPS ? LARGE_STEP : SMALL_STEP;
    const sign = step === LARGE_STEP ? '=N' : '=n';
    const first = Math.floor(top / step);
    const last = Math.max(0, Math.floor((top - length) / step));
    yield {
      terms: anyTerm(Array.from({ length: first - last + 1 }, (_, index) => `${sign}${first - index}`)),
    };
    top = last * step - 1;
  }
}

/** Cuts the tools into spans by price, from the cheapest or from the dearest; from price `from` on, where it is given. */
export function* priceSpans(
  counts: TermCounts,
  { sort, from }: { sort: ToolSort; from: number | undefined },
  needs: SpanNeeds,
): Generator<Span> {
  if (areFew(counts, needs)) return yield { terms: undefined };
  const steps = sort === 'price' ? priceSteps(from ?? 0) : priceSteps(0, from).reverse();
  let wanted = (2 * needs.wanted) / needs.share;
  let span: string[] = [];
  let holds = 0;
  for (const step of steps) {
    const count = counts.countOf(step);
    if (count === 0) continue;
    span.push(step);
    holds += count;
    if (holds < wanted && span.length < MOST_PRICE_STEPS) continue;
    yield { terms: anyTerm(span) };
    span = [];
    holds = 0;
    wanted *= GROWTH;
  }
  if (span.length > 0) yield { terms: anyTerm(span) };
}

const BEST_RATING = 50;
const WORST_RATING = 10;

/** Cuts the rated tools into spans by rating, in tenths, from the best on. */
export function* ratingSpans(
  counts: TermCounts,
  from: number | undefined,
  needs: SpanNeeds,
): Generator<Span> {
  if (areFew(counts, needs)) return yield { terms: undefined };
  let length = 1;
  for (let top = from ?? BEST_RATING; top >= WORST_RATING; length *= 2) {
    const last = Math.max(WORST_RATING, top - length + 1);
    yield { terms: anyTerm(Array.from({ length: top - last + 1 }, (_, index) => `=r${top - index}`)) };
    top = last - 1;
  }
}

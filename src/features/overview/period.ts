import { addDays, dayIn, startOfDay } from '#contracts/time-zone.ts';

/** A range of dates, both inclusive (`2026-11-22`), with the moments it starts and ends at. */
export type Span = { from: string; to: string; startsAt: Date; endsAt: Date };

/** The days of an overview, divided into the bars of a chart, and the period of the same length before
 * them. `wholeDays`: the days until yesterday, and as many of the period before, for what is known by the day
 * alone. */
export type Period = {
  step: 'day' | 'week' | 'month';
  spans: Span[];
  current: Span;
  previous: { startsAt: Date; endsAt: Date };
  wholeDays: { current: Span; previous: Span };
};

/** A chart has room for about thirty bars. */
const MOST_DAILY_BARS = 31;
const MOST_WEEKLY_BARS_DAYS = 31 * 7;

/** Returns the last `days` days up to `now` in a time zone, by day, week (from Monday) or month, with partial
 * weeks or months at the ends. The previous period ends at the same time of its last day as `now`, so that
 * the two compare. */
export function periodOf(now: Date, days: number, zone: string): Period {
  const startOf = (day: string) => startOfDay(day, zone);
  const today = dayIn(now, zone);
  const first = addDays(today, 1 - days);
  const step = stepFor(days);
  const starts = datesBetween(first, today).filter((date) => date === first || begins(date, step));
  const bounds = [...starts, addDays(today, 1)];
  const moments = bounds.map(startOf);
  const spans = starts.map((from, nth) => ({
    from,
    to: addDays(bounds[nth + 1] ?? today, -1),
    startsAt: moments[nth] ?? now,
    endsAt: moments[nth + 1] ?? now,
  }));
  const lastBefore = startOf(addDays(today, -days)).getTime();
  const sinceMidnight = now.getTime() - startOf(today).getTime();
  const previous = {
    startsAt: startOf(addDays(first, -days)),
    // If that day was shorter, the period ends with it.
    endsAt: new Date(Math.min(lastBefore + sinceMidnight, startOf(first).getTime())),
  };
  const spanOf = (from: string, end: string): Span => ({
    ...{ from, to: addDays(end, -1), startsAt: startOf(from), endsAt: startOf(end) },
  });
  const wholeDays = {
    current: spanOf(first, today),
    previous: spanOf(addDays(first, -days), addDays(today, -days)),
  };
  return { step, spans, current: spanOf(first, addDays(today, 1)), previous, wholeDays };
}

function stepFor(days: number): Period['step'] {
  if (days <= MOST_DAILY_BARS) return 'day';
  return days <= MOST_WEEKLY_BARS_DAYS ? 'week' : 'month';
}

const MONDAY = 1;

function begins(date: string, step: Period['step']): boolean {
  if (step === 'month') return date.endsWith('-01');
  return step === 'day' || new Date(date).getUTCDay() === MONDAY;
}

const DAY_MS = 86_400_000;

const datesBetween = (first: string, last: string) =>
  Array.from({ length: (Date.parse(last) - Date.parse(first)) / DAY_MS + 1 }, (_, nth) =>
    addDays(first, nth),
  );

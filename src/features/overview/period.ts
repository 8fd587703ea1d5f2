/** Days of a calendar, from one to another, both included (`2026-11-22`), and the moments they begin and end at. */
export type Span = { from: string; to: string; startsAt: Date; endsAt: Date };

/** The days that an overview looks back over, cut up for a chart, and the moments of as many days before them. */
export type Period = {
  step: 'day' | 'week' | 'month';
  spans: Span[];
  previous: { startsAt: Date; endsAt: Date };
};

/** A chart has room for some thirty bars. */
const MOST_DAILY_BARS = 31;
const MOST_WEEKLY_BARS_DAYS = 31 * 7;

/** The last `days` days up to `now` in a zone's calendar, by day, week (from Monday) or month, the outer ones cut off.
 * The days before reach as far into their last one as `now` does into today, so that the two compare. */
export function periodOf(now: Date, days: number, zone: string): Period {
  const calendar = calendarOf(zone);
  const today = calendar.dateOf(now);
  const first = addDays(today, 1 - days);
  const step = stepFor(days);
  const starts = datesBetween(first, today).filter((date) => date === first || begins(date, step));
  const bounds = [...starts, addDays(today, 1)];
  const moments = bounds.map((date) => calendar.startOf(date));
  const spans = starts.map((from, nth) => ({
    from,
    to: addDays(bounds[nth + 1] ?? today, -1),
    startsAt: moments[nth] ?? now,
    endsAt: moments[nth + 1] ?? now,
  }));
  const lastBefore = calendar.startOf(addDays(today, -days)).getTime();
  const sinceMidnight = now.getTime() - calendar.startOf(today).getTime();
  const previous = {
    startsAt: calendar.startOf(addDays(first, -days)),
    // On a shorter day it ends with the day.
    endsAt: new Date(Math.min(lastBefore + sinceMidnight, calendar.startOf(first).getTime())),
  };
  return { step, spans, previous };
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

/** Days are counted in UTC, where each has 24 hours. */
const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

const datesBetween = (first: string, last: string) =>
  Array.from({ length: (Date.parse(last) - Date.parse(first)) / DAY_MS + 1 }, (_, nth) =>
    addDays(first, nth),
  );

/** No zone is further from UTC, and none changes its clocks in the middle of a minute. */
const MOST_OFFSET_MS = 15 * 3_600_000;
const MINUTE_MS = 60_000;

/** What the days of a zone are: `dateOf` a moment, and `startOf` a date, its first moment. */
function calendarOf(zone: string) {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone: zone, ...parts });

  function dateOf(moment: Date): string {
    const found = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return `${found.get('year')}-${found.get('month')}-${found.get('day')}`;
  }

  // Looked for rather than reckoned: on some days midnight is left out, or comes twice.
  function startOf(date: string): Date {
    let before = Date.parse(date) - MOST_OFFSET_MS;
    let at = Date.parse(date) + MOST_OFFSET_MS;
    while (at - before > MINUTE_MS) {
      const middle = before + Math.floor((at - before) / MINUTE_MS / 2) * MINUTE_MS;
      if (dateOf(new Date(middle)) >= date) at = middle;
      else before = middle;
    }
    return new Date(at);
  }

  return { dateOf, startOf };
}

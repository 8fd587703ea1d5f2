import { sql } from 'kysely';
import { addDays, dayIn } from '#contracts/time-zone.ts';
import type { Clock } from '#platform/clock.ts';
import { runInBackground, withTimeout } from '#platform/concurrency.ts';
import type { Database } from './database.ts';

/** An arrival from outside the shop, or an opened page: the list of tools, or a tool's. */
export type PageView = 'visit' | 'list' | 'tool';

/** Counts page views, and searches that found nothing, in memory, and adds the sums to the database once a
 * minute and at the end: no request writes, and a killed process loses one minute. */
export type VisitCounter = {
  countView(view: PageView): void;
  /** Counts a visitor's search, if it is known to find nothing. */
  countSearch(q: string): void;
  /** Remembers whether a search finds anything, for the searches whose reply is cached. */
  noteResult(q: string, hasFound: boolean): void;
  share(): Promise<void>;
  stop(): Promise<void>;
};

const SHARE_MS = 60_000;
/** How long the end of the process waits for the last sums. */
const LAST_SHARE_MS = 2_000;

/** Maximum number of different fruitless searches stored for a day; more come from a program. */
export const MOST_SEARCHES = 1_000;
/** How long fruitless searches are stored. */
export const SEARCHES_KEPT_DAYS = 90;

/** Longer ones are pasted text, not the name of something. */
const MOST_SIGNS = 60;
/** From here on, digits may be a phone or card number. */
const MANY_DIGITS = 7;

/** Normalizes the words of a search; `undefined` if they may be personal data, or are too long. */
export function countedWords(q: string): string | undefined {
  const words = q.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
  const digits = words.match(/\p{Nd}/gu)?.length ?? 0;
  const isCounted =
    words !== '' && words.length <= MOST_SIGNS && digits < MANY_DIGITS && !words.includes('@');
  return isCounted ? words : undefined;
}

/** Creates a counter on the tables `page_views` and `fruitless_searches`. `zone` is that of the shop's days;
 * `onError` is called when the sums could not be added, which the next round then adds. */
export function createVisitCounter(
  db: Database,
  clock: Clock,
  { zone, onError }: { zone: () => Promise<string>; onError: (error: unknown) => void },
): VisitCounter {
  const fruitless = new Set<string>();
  let views = new Map<string, number>();
  let searches = new Map<string, number>();

  function noteResult(q: string, hasFound: boolean): void {
    const words = countedWords(q);
    if (words === undefined) return;
    fruitless.delete(words);
    if (hasFound) return;
    fruitless.add(words);
    const [oldest] = fruitless;
    if (fruitless.size > MOST_SEARCHES && oldest !== undefined) fruitless.delete(oldest);
  }

  function countSearch(q: string): void {
    const words = countedWords(q);
    if (words !== undefined && fruitless.has(words)) add(searches, words, 1);
  }

  async function share(): Promise<void> {
    if (views.size === 0 && searches.size === 0) return;
    const sent = { views, searches };
    views = new Map();
    searches = new Map();
    try {
      const day = dayIn(clock.now(), await zone());
      await addSums(db, day, { views: sent.views, searches: withoutBeginnings(sent.searches) });
    } catch (error) {
      for (const [view, count] of sent.views) add(views, view, count);
      for (const [words, count] of sent.searches) add(searches, words, count);
      throw error;
    }
  }

  const timer = setInterval(() => runInBackground(share).catch(onError), SHARE_MS).unref();
  return {
    countView: (view) => add(views, view, 1),
    countSearch,
    noteResult,
    share,
    async stop() {
      clearInterval(timer);
      await withTimeout(share().catch(onError), LAST_SHARE_MS, () => undefined);
    },
  };
}

function add(counts: Map<string, number>, key: string, count: number): void {
  const known = counts.get(key);
  if (known !== undefined || counts.size < MOST_SEARCHES) counts.set(key, (known ?? 0) + count);
}

/** Leaves out what is the beginning of another search of the same minute: the list follows while someone
 * types. */
function withoutBeginnings(searches: Map<string, number>): Map<string, number> {
  const sorted = [...searches].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(sorted.filter(([words], nth) => !sorted[nth + 1]?.[0].startsWith(words)));
}

/** Adds sums to those of other processes, in the order of the keys, so that no two wait for each other. */
async function addSums(
  db: Database,
  day: string,
  sums: { views: Map<string, number>; searches: Map<string, number> },
): Promise<void> {
  await sql`
    with news as (select key, count from json_to_recordset(${json(sums.views)}::json) as news (key text, count integer))
    insert into page_views as known (day, kind, views) select ${day}::date, key, count from news order by key
    on conflict (day, kind) do update set views = known.views + excluded.views`.execute(db);
  // Added: if the rest fails, the next round adds the rest alone.
  sums.views.clear();
  await sql`
    with news as (
      select key, count, known.words is null as is_new, row_number() over (partition by known.words is null order by key) as nth
      from json_to_recordset(${json(sums.searches)}::json) as news (key text, count integer)
      left join fruitless_searches known on known.day = ${day}::date and known.words = key)
    insert into fruitless_searches as known (day, words, searches) select ${day}::date, key, count from news
    where not is_new or nth <= ${MOST_SEARCHES} - (select count(*) from fruitless_searches where day = ${day}::date)
    order by key
    on conflict (day, words) do update set searches = known.searches + excluded.searches`.execute(db);
}

const json = (sums: Map<string, number>) => JSON.stringify([...sums].map(([key, count]) => ({ key, count })));

/** Deletes the fruitless searches of days that are too long ago. */
export async function forgetOldSearches(db: Database, now: Date): Promise<void> {
  const first = addDays(dayIn(now, 'UTC'), -SEARCHES_KEPT_DAYS);
  await sql`delete from fruitless_searches where day < ${first}::date`.execute(db);
}

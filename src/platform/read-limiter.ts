import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { type RateLimit, TooManyHits } from './rate-limiter.ts';

/**
 * Counts reads, which are too many to be written down one by one. Each process adds up its own and shares the sums
 * every second, so a client that asks several processes, or one that has just started, may get a second's more.
 */
export type ReadLimiter = {
  /** Counts one read of `subject`. @throws TooManyHits with the seconds until the window ends. */
  take(subject: string): void;
  /** Shares what was counted since the last time, and learns what the other processes have counted. */
  share(): Promise<void>;
  /** Ends the sharing by itself. */
  stop(): void;
};

type Count = { shared: number; own: number };

const SHARE_MS = 1_000;
const MS_PER_SECOND = 1000;

/** So many clients are told apart in one window; a flood of made-up ones only makes the counts begin anew. */
const MAX_SUBJECTS = 50_000;

/** Makes a read limiter on the table `read_counts`; `onError` hears when the sums could not be shared. */
export function createReadLimiter(
  db: Database,
  clock: Clock,
  rate: RateLimit,
  onError: (error: unknown) => void,
): ReadLimiter {
  const windowMs = rate.windowSeconds * MS_PER_SECOND;
  let windowStartMs = 0;
  let counts = new Map<string, Count>();

  function enterWindow(): void {
    const startMs = Math.floor(clock.now().getTime() / windowMs) * windowMs;
    if (startMs === windowStartMs && counts.size < MAX_SUBJECTS) return;
    windowStartMs = startMs;
    counts = new Map();
  }

  async function share(): Promise<void> {
    const sharing = counts;
    const news = [...sharing].filter(([, count]) => count.own > 0);
    if (news.length === 0) return;
    const sent = news.map(([subject, count]) => ({ subject, own: count.own }));
    const { rows } = await sql<{ subject: string; hits: number }>`
      insert into read_counts as known (subject, window_start, hits)
      select subject, ${new Date(windowStartMs)}, own
      from json_to_recordset(${JSON.stringify(sent)}) as news (subject text, own integer)
      on conflict (subject, window_start) do update set hits = known.hits + excluded.hits
      returning subject, hits`.execute(db);
    for (const { subject, own } of sent) {
      const count = sharing.get(subject);
      if (count) count.own -= own;
    }
    for (const { subject, hits } of rows) {
      const count = sharing.get(subject);
      if (count) count.shared = hits;
    }
  }

  const timer = setInterval(() => share().catch(onError), SHARE_MS).unref();
  return {
    take(subject) {
      enterWindow();
      const count = counts.get(subject) ?? { shared: 0, own: 0 };
      counts.set(subject, count);
      if (count.shared + count.own >= rate.limit) {
        const waitMs = windowStartMs + windowMs - clock.now().getTime();
        throw new TooManyHits(Math.max(1, Math.ceil(waitMs / MS_PER_SECOND)));
      }
      count.own += 1;
    },
    share,
    stop: () => clearInterval(timer),
  };
}

/** Lets every read through. */
export const unlimitedReads: ReadLimiter = {
  take: () => undefined,
  share: async () => undefined,
  stop: () => undefined,
};

/** Deletes sums of windows that are over for sure: none is longer than a day. */
export async function deleteOldReadCounts(db: Database, now: Date): Promise<void> {
  const time = new Date(now.getTime() - 24 * 3600 * MS_PER_SECOND);
  await db.deleteFrom('read_counts').where('window_start', '<', time).execute();
}

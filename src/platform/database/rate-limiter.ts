import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Database } from './database.ts';

/** Maximum number of hits of one subject in any window of this length. */
export type RateLimit = { limit: number; windowSeconds: number };

export class TooManyHits extends Error {
  override readonly name = 'TooManyHits';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`too many hits: the next counts in ${retryAfterSeconds} s`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Counts hits in PostgreSQL, so that all processes of the shop share the counts, which survive restarts. */
export type RateLimiter = {
  /** Counts one hit, or several that are let through together; concurrent hits never exceed `limit`. Refused
   * hits do not count. @throws TooManyHits */
  take(subject: string, rate: RateLimit, hits?: number): Promise<void>;
  /** Takes back a hit that proved harmless, such as the right password. */
  reward(subject: string): Promise<void>;
  /** Deletes all hits of a subject, such as the tries at a password that has since been changed. */
  forget(subject: string): Promise<void>;
};

const MS_PER_SECOND = 1000;

/** Creates a limiter on the table `rate_limits`. */
export function createRateLimiter(db: Database, clock: Clock): RateLimiter {
  return {
    async take(subject, rate, hits = 1) {
      const now = clock.now();
      const asked = { subject, rate, hits, now };
      if (hits <= rate.limit && (await countHits(db, asked))) return;
      throw new TooManyHits(await secondsUntilFree(db, asked));
    },
    async reward(subject) {
      await db
        .updateTable('rate_limits')
        .set({ hits: sql`trim_array(hits, 1)` })
        .where('subject', '=', subject)
        .where(sql<boolean>`cardinality(hits) > 0`)
        .execute();
    },
    async forget(subject) {
      await db.deleteFrom('rate_limits').where('subject', '=', subject).execute();
    },
  };
}

/** Lets everything through: for trials and tests, never for a live shop. */
export const unlimited: RateLimiter = {
  take: async () => undefined,
  reward: async () => undefined,
  forget: async () => undefined,
};

/** Deletes the subjects whose hits have all expired. */
export async function deleteOldHits(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<', now).execute();
}

type Asked = { subject: string; rate: RateLimit; hits: number; now: Date };

/** Adds hits if the window before `now` has room for all of them; a single statement decides, so concurrent
 * hits are safe. */
async function countHits(db: Database, { subject, rate, hits, now }: Asked): Promise<boolean> {
  const { rows } = await sql`
    insert into rate_limits as known (subject, hits, ends_at)
    values (${subject}, array_fill(${now}::timestamptz, array[${hits}::integer]), ${after(now, rate)})
    on conflict (subject) do update set
      hits = ${recentHits(rate, now)} || excluded.hits,
      ends_at = excluded.ends_at
    where cardinality(${recentHits(rate, now)}) <= ${rate.limit - hits}
    returning subject`.execute(db);
  return rows.length > 0;
}

const recentHits = (rate: RateLimit, now: Date) =>
  sql`array(select hit from unnest(known.hits) hit where hit > ${before(now, rate)}::timestamptz order by hit)`;

async function secondsUntilFree(db: Database, { subject, rate, hits, now }: Asked): Promise<number> {
  const known = await db
    .selectFrom('rate_limits as known')
    .select(recentHits(rate, now).$castTo<Date[]>().as('hits'))
    .where('subject', '=', subject)
    .executeTakeFirst();
  // More hits than the limit never fit; the next window is the earliest time for fewer.
  const room = Math.max(1, rate.limit - hits + 1);
  const freeing = known?.hits.at(-room) ?? before(now, rate);
  const waitMs = after(freeing, rate).getTime() - now.getTime();
  return Math.max(1, Math.ceil(waitMs / MS_PER_SECOND));
}

const after = (time: Date, rate: RateLimit) => new Date(time.getTime() + rate.windowSeconds * MS_PER_SECOND);
const before = (time: Date, rate: RateLimit) => new Date(time.getTime() - rate.windowSeconds * MS_PER_SECOND);

/** Counts reads, which are too many for a row each, in this process alone: behind several processes a client
 * may read several times as much. */
export type ReadLimiter = { take(subject: string): void };

/** Maximum number of clients counted in one window; a flood of made-up ones only resets the counts. */
const MAX_SUBJECTS = 50_000;

/** Creates a read limiter, which counts in fixed windows. */
export function createReadLimiter(clock: Clock, rate: RateLimit): ReadLimiter {
  const windowMs = rate.windowSeconds * MS_PER_SECOND;
  let windowStartMs = 0;
  let counts = new Map<string, number>();
  return {
    take(subject) {
      const nowMs = clock.now().getTime();
      const startMs = Math.floor(nowMs / windowMs) * windowMs;
      if (startMs !== windowStartMs || counts.size >= MAX_SUBJECTS) counts = new Map();
      windowStartMs = startMs;
      const count = counts.get(subject) ?? 0;
      if (count >= rate.limit)
        throw new TooManyHits(Math.max(1, Math.ceil((startMs + windowMs - nowMs) / MS_PER_SECOND)));
      counts.set(subject, count + 1);
    },
  };
}

export const unlimitedReads: ReadLimiter = { take: () => undefined };

/** Deletes the sums that processes of the version before shared; a later release drops their table. */
export async function deleteOldReadCounts(db: Database, now: Date): Promise<void> {
  const time = new Date(now.getTime() - 24 * 3600 * MS_PER_SECOND);
  await db.deleteFrom('read_counts').where('window_start', '<', time).execute();
}

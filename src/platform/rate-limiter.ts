import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';

/** So many hits of one subject in any stretch of time of this length. */
export type RateLimit = { limit: number; windowSeconds: number };

/** More hits than the limit lets through. */
export class TooManyHits extends Error {
  override readonly name = 'TooManyHits';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`too many hits: the next counts in ${retryAfterSeconds} s`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Counts hits in PostgreSQL, so that every process of the shop counts together, and none forgets at a restart. */
export type RateLimiter = {
  /**
   * Counts one hit of `subject`, before what it guards is done: of any number of calls at the same time, no more than
   * `limit` get through. A call that is refused does not count.
   * @throws TooManyHits with the seconds until the next hit can get through.
   */
  take(subject: string, rate: RateLimit): Promise<void>;
  /** Takes a hit back that turned out to be harmless, such as the right password. */
  giveBack(subject: string): Promise<void>;
  /** Forgets every hit of a subject, such as the tries at a password that has been changed since. */
  forget(subject: string): Promise<void>;
};

const MS_PER_SECOND = 1000;

/** Makes a limiter on the table `rate_limits`. */
export function createRateLimiter(db: Database, clock: Clock): RateLimiter {
  return {
    async take(subject, rate) {
      const now = clock.now();
      if (await countHit(db, subject, rate, now)) return;
      throw new TooManyHits(await secondsUntilFree(db, subject, rate, now));
    },
    async giveBack(subject) {
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

/** Lets everything through: for trying out and testing, never for a live shop. */
export const unlimited: RateLimiter = {
  take: async () => undefined,
  giveBack: async () => undefined,
  forget: async () => undefined,
};

/** Deletes the subjects whose hits have all stopped counting. */
export async function deleteOldHits(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<', now).execute();
}

/** Adds a hit unless the window before `now` is full; one statement decides, whoever else hits at the same time. */
async function countHit(db: Database, subject: string, rate: RateLimit, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into rate_limits as known (subject, hits, ends_at)
    values (${subject}, array[${now}::timestamptz], ${after(now, rate)})
    on conflict (subject) do update set
      hits = ${recentHits(rate, now)} || excluded.hits,
      ends_at = excluded.ends_at
    where cardinality(${recentHits(rate, now)}) < ${rate.limit}
    returning subject`.execute(db);
  return rows.length > 0;
}

const recentHits = (rate: RateLimit, now: Date) =>
  sql`array(select hit from unnest(known.hits) hit where hit > ${before(now, rate)}::timestamptz order by hit)`;

async function secondsUntilFree(db: Database, subject: string, rate: RateLimit, now: Date): Promise<number> {
  const known = await db
    .selectFrom('rate_limits as known')
    .select(recentHits(rate, now).$castTo<Date[]>().as('hits'))
    .where('subject', '=', subject)
    .executeTakeFirst();
  const freeing = known?.hits.at(-rate.limit) ?? before(now, rate);
  const waitMs = after(freeing, rate).getTime() - now.getTime();
  return Math.max(1, Math.ceil(waitMs / MS_PER_SECOND));
}

const after = (time: Date, rate: RateLimit) => new Date(time.getTime() + rate.windowSeconds * MS_PER_SECOND);
const before = (time: Date, rate: RateLimit) => new Date(time.getTime() - rate.windowSeconds * MS_PER_SECOND);

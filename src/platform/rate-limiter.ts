import { sql } from 'kysely';
import { Refusal } from '#contracts/api-error.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';

/** So many hits of one subject in a fixed window of time. */
export type RateLimit = { limit: number; windowSeconds: number };

/** Counts hits in PostgreSQL, so that every process of the shop counts together. */
export type RateLimiter = {
  /**
   * Counts one hit of `subject`, before what it guards is done: of any number of calls at the same time, no more than
   * `limit` get through.
   * @throws Refusal `too_many_requests` with the seconds until the window ends.
   */
  take(subject: string, rate: RateLimit): Promise<void>;
  /** Takes a hit back that turned out to be harmless, such as the right password. */
  giveBack(subject: string, rate: RateLimit): Promise<void>;
};

const MS_PER_SECOND = 1000;
const OLDEST_WINDOW_MS = 24 * 60 * 60 * MS_PER_SECOND;

/** Makes a limiter on the table `rate_limit_windows`. */
export function createRateLimiter(db: Database, clock: Clock): RateLimiter {
  const windowStart = ({ windowSeconds }: RateLimit) => {
    const windowMs = windowSeconds * MS_PER_SECOND;
    return new Date(Math.floor(clock.now().getTime() / windowMs) * windowMs);
  };

  return {
    async take(subject, rate) {
      const start = windowStart(rate);
      const { hits } = await db
        .insertInto('rate_limit_windows')
        .values({ subject, window_start: start, hits: 1 })
        .onConflict((conflict) =>
          conflict.columns(['subject', 'window_start']).doUpdateSet({
            hits: sql`rate_limit_windows.hits + 1`,
          }),
        )
        .returning('hits')
        .executeTakeFirstOrThrow();
      if (hits <= rate.limit) return;
      const endMs = start.getTime() + rate.windowSeconds * MS_PER_SECOND;
      const waitSeconds = Math.max(1, Math.ceil((endMs - clock.now().getTime()) / MS_PER_SECOND));
      throw new Refusal('too_many_requests', `Too many tries. Please wait ${inWords(waitSeconds)}`, {
        retryAfterSeconds: waitSeconds,
      });
    },
    async giveBack(subject, rate) {
      await db
        .updateTable('rate_limit_windows')
        .set({ hits: sql`greatest(hits - 1, 0)` })
        .where('subject', '=', subject)
        .where('window_start', '=', windowStart(rate))
        .execute();
    },
  };
}

/** Lets everything through: for trying out and testing, never for a live shop. */
export const unlimited: RateLimiter = { take: async () => undefined, giveBack: async () => undefined };

/** Deletes windows that are over for sure: no window is longer than a day. */
export async function deleteOldRateLimitWindows(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('rate_limit_windows')
    .where('window_start', '<', new Date(now.getTime() - OLDEST_WINDOW_MS))
    .execute();
}

/** A waiting time as people say it, rounded up: '40 seconds', '1 minute', '12 minutes'. */
function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

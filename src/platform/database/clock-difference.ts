import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

/** More than this between the clocks, and payments, holds and sessions begin and end at the wrong time. */
const CLOCKS_APART_MS = 5_000;

/**
 * How many seconds the database's clock is ahead of the shop's, below zero where it is behind. 0 where they agree well
 * enough, or as far as the time that the question took lets see.
 */
export async function clockDifferenceSeconds(db: Database, clock: Clock): Promise<number> {
  const askedAt = clock.now().getTime();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const toldAt = clock.now().getTime();
  const now = rows[0]?.now.getTime() ?? toldAt;
  const difference = now < askedAt ? now - askedAt : Math.max(0, now - toldAt);
  return Math.abs(difference) > CLOCKS_APART_MS ? Math.round(difference / 1000) : 0;
}

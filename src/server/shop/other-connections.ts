import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { findMigrations } from '#platform/database/migrate.ts';
import { StartFailure } from './start-failure.ts';

/** The name of connections that prepare the tables; those of a shop that serves are called `toolyard`. */
export const STARTING = 'toolyard start';

const LOOK_EVERY_MS = 1_000;
const LOOKS = 4;

/** Another connection to the database, as `pg_stat_activity` shows it. */
type Other = { pid: number; name: string; since: Date };

const describe = ({ pid, name, since }: Other) =>
  `process ${pid}${name ? ` (${name})` : ''}, since ${since.toISOString().slice(0, 19)}Z`;

/** @throws StartFailure while a process of the shop serves the tables that are to be
 * changed: it is not made for new ones. */
export async function assertNobodyServes(db: Database): Promise<void> {
  const first = await findServing(db);
  // It may have changed them itself in this moment.
  const { pending } = await findMigrations(db);
  if (!first || pending.length === 0) return;
  const change = pending.length > 1 ? `${pending[0]} and ${pending.length - 1} more` : pending[0];
  throw new StartFailure(
    `This version changes the database (${change}), and a shop of another version still runs on it: ${describe(first)}. Stop every process of the shop, then start this version.`,
  );
}

/** A connection of a shop that serves; one of a process that has just ended may stay for a moment. */
async function findServing(db: Database, looks = LOOKS): Promise<Other | undefined> {
  const { rows } = await sql<Other>`
    select pid, application_name as name, backend_start as since from pg_stat_activity
    where datname = current_database() and application_name = 'toolyard' order by backend_start`.execute(db);
  if (rows.length === 0 || looks === 1) return rows[0];
  await pause(LOOK_EVERY_MS);
  return findServing(db, looks - 1);
}

/** Says whose lock the start waits for, and puts into words that it waited for `lockSeconds` in vain. */
export function watchLocks(
  db: Database,
  { lockSeconds, say }: { lockSeconds: number; say: (line: string) => void },
): { failure(): StartFailure; stop(): void } {
  let holder: Other | undefined;
  const look = async () => {
    const found = await findHolder(db);
    if (!found) return;
    if (found.pid !== holder?.pid)
      say(`Waiting for a lock on the tables, which is held by ${describe(found)} …`);
    holder = found;
  };
  // A database that is away is told of by what waits for it.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
  return {
    failure: () =>
      new StartFailure(
        `The tables could not be changed: for ${lockSeconds} seconds a lock on them was held${holder ? ` by ${describe(holder)}` : ''}. Let that end, or end it (select pg_terminate_backend(${holder?.pid ?? 'PID'})), and start again.`,
      ),
    stop: () => clearInterval(timer),
  };
}

async function findHolder(db: Database): Promise<Other | undefined> {
  const { rows } = await sql<Other>`
    select holder.pid, holder.application_name as name, coalesce(holder.xact_start, holder.backend_start) as since
    from pg_stat_activity waiting cross join unnest(pg_blocking_pids(waiting.pid)) as holding (pid)
      join pg_stat_activity holder on holder.pid = holding.pid
    where waiting.datname = current_database() and waiting.application_name = ${STARTING}
      and waiting.wait_event_type = 'Lock' limit 1`.execute(db);
  return rows[0];
}

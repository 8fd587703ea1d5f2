import { sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import { systemClock } from '#platform/clock.ts';
import { clockDifferenceSeconds } from '#platform/database/check-server.ts';
import type { Database } from '#platform/database/database.ts';
import { findMigrations } from '#platform/database/migrate.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { DatabaseServer } from '#server/database-server.ts';
import type { Finding } from './finding.ts';

/** How the database is: its version, its clock, whether it may forget what it has said, and what waits in the outbox. */
export async function examineDatabase(
  { db, jobs, config }: Pick<AppContext, 'db' | 'jobs' | 'config'>,
  server: DatabaseServer,
): Promise<Finding[]> {
  const about = 'Database';
  const { version, durable } = await ask(db);
  const findings: Finding[] = [{ about, state: 'good', words: `${server.summary}, version ${version}` }];
  const apart = await clockDifferenceSeconds(db, systemClock);
  if (apart !== 0) {
    const words = `its clock is ${Math.abs(apart)} seconds ${apart > 0 ? 'ahead of' : 'behind'} this machine’s: set both, or payments may stop`;
    findings.push({ about, state: 'note', words });
  }
  if (!durable) {
    const words = 'fsync or synchronous_commit is off: a crash may lose confirmed orders';
    findings.push({ about, state: config.mode === 'live' ? 'bad' : 'note', words });
  }
  return [...findings, ...(await examineTables(db, jobs))];
}

async function examineTables(db: Database, jobs: Jobs): Promise<Finding[]> {
  const { applied, pending, newer } = await findMigrations(db);
  if (newer.length > 0) {
    const words = `a newer version of the shop has changed them (${newer.join(', ')}), and this one can’t use them`;
    return [{ about: 'Tables', state: 'bad', words }];
  }
  if (applied.length === 0)
    return [{ about: 'Tables', state: 'note', words: 'none yet; the first start creates them' }];
  if (pending.length > 0) {
    return [
      {
        about: 'Tables',
        state: 'note',
        words: `the next start updates them from ${applied.at(-1)} to ${pending.at(-1)}`,
      },
    ];
  }
  const { givenUp, due, oldestDueSeconds } = await jobs.figures();
  const waiting = due > 0 ? `, for ${Math.round(oldestDueSeconds)} seconds` : '';
  return [
    { about: 'Tables', state: 'good', words: `at ${applied.at(-1)}` },
    {
      about: 'Outbox',
      state: givenUp > 0 ? 'note' : 'good',
      words: `${due} jobs due${waiting}; ${givenUp} given up after their last try`,
    },
  ];
}

async function ask(db: Database): Promise<{ version: string; durable: boolean }> {
  const { rows } = await sql<{ version: string; durable: boolean }>`
    select current_setting('server_version') as version,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable`.execute(
    db,
  );
  const [told] = rows;
  if (!told) throw new Error('PostgreSQL said nothing of itself');
  return told;
}

import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import { owedRefunds } from '#features/orders/movement-store.ts';
import { readServerVersion } from '#platform/database/check-server.ts';
import type { Database } from '#platform/database/database.ts';
import { findMigrations } from '#platform/database/migrate.ts';
import { findDatabaseFolder } from '../../../packages/embedded-postgres/src/index.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How long a payment may have run out before something is wrong: jobs end it at once, and reconciliation
 * every five minutes. */
const OVERDUE_MS = 15 * 60_000;

/** A value with its labels. */
export type Series = { labels: Record<string, string>; value: number };

/** Counts from the tables, by metric name. Each reads only the rows of its hour or day, or those waiting. */
export async function readTableFigures(db: Database, now: Date): Promise<Record<string, Series[]>> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  // An id begins with the time at which its row was made: the newest rows are read off the primary key.
  const [dayAgo, hourAgo] = [DAY_MS, HOUR_MS].map((ms) => uuid({ msecs: ago(ms).getTime() }));
  const { rows } = await sql<{ metric: string; label: string; key: string; value: number }>`
    select 'toolyard_orders_last_day' as metric, 'state' as label, state as key, count(*)::float8 as value
      from orders where placed_at >= ${ago(DAY_MS)} and deleted_at is null group by state
    union all select 'toolyard_payments_last_day', 'state', state, count(*) from payments
      where id >= ${dayAgo}::uuid group by state
    union all select 'toolyard_refunds_last_day', 'state', state, count(*) from refunds
      where id >= ${dayAgo}::uuid group by state
    union all select 'toolyard_payments_overdue', '', '', count(*) from payments
      where state = 'live' and hold_expires_at < ${ago(OVERDUE_MS)}
    union all select 'toolyard_refunds_waiting', 'state', state, count(*) from (${owedRefunds}) owed group by state
    union all select 'toolyard_refunds_oldest_due_seconds', '', '',
      coalesce(extract(epoch from ${now} - min(created_at)), 0) from (${owedRefunds}) owed where state = 'due'
    union all select 'toolyard_events_last_hour', 'action', action, count(*) from audit_events
      where id >= ${hourAgo}::uuid group by action
    union all select 'toolyard_webhook_endpoints', 'state',
      case when off_at is null then 'on' when off_reason = 'by_hand' then 'off' else 'failed' end, count(*)
      from webhook_endpoints where deleted_at is null group by 3
    union all select 'toolyard_backup_age_seconds', 'kind', 'file', extract(epoch from ${now} - occurred_at) from (
      select occurred_at from audit_events where action = 'backed_up' order by id desc limit 1) as last_backup
    union all select 'toolyard_backup_age_seconds', 'kind', 'log', extract(epoch from clock_timestamp() - last_archived_time)
      from pg_stat_archiver where current_setting('archive_mode') <> 'off' and last_archived_time is not null`.execute(
    db,
  );
  const figures: Record<string, Series[]> = {};
  for (const { metric, label, key, value } of rows) {
    figures[metric] ??= [];
    figures[metric].push({ labels: label === '' ? {} : { [label]: key }, value });
  }
  return figures;
}

/** The versions of PostgreSQL and of the tables: the number of the newest migration applied. */
export async function readVersions(db: Database): Promise<{ postgresql: string; migration: string }> {
  const { applied } = await findMigrations(db);
  return { postgresql: await readServerVersion(db), migration: applied.at(-1) ?? '' };
}

/** The folder at `path`, or the one in which it would be created. */
export function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

/** The size of each disk that the shop writes to, and what is left of it, in bytes; of one that is gone,
 * nothing is left. A shop with a database and pictures elsewhere may never make its data folder. */
export async function readDisks({ config }: Pick<AppContext, 'config'>) {
  const { dataDir, database } = config;
  const folders = {
    data: dataDir,
    ...(database.kind === 'embedded' && { database: await findDatabaseFolder(dataDir) }),
  };
  return Promise.all(
    Object.entries(folders).map(async ([folder, path]) => {
      const { bavail, blocks, bsize } = await statfs(nearestFolder(path)).catch(() => ({
        bavail: 0,
        blocks: 1,
        bsize: 1,
      }));
      return { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
    }),
  );
}

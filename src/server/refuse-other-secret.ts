import { sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import type { Secrets } from '#platform/secrets.ts';
import { StartFailure } from './start-failure.ts';

const WORKERS = 'toolyard workers';

/**
 * What PostgreSQL shows the connection by that shows this process's workers alive. It has a mark of the shop's secret in
 * it, which tells nothing of the secret itself.
 */
export function workersName(secrets: Secrets): string {
  return `${WORKERS} ${secrets.key('mark').toString('hex').slice(0, 8)}`;
}

/**
 * Looks whether other processes of the shop are at work with another secret: whoever signed in at one would be signed out
 * at the other, by turns.
 * @throws StartFailure when there are some
 */
export async function refuseOtherSecret({ db, secrets, config }: AppContext): Promise<void> {
  if (config.database.kind === 'embedded') return;
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database()
    and application_name like ${`${WORKERS} %`} and application_name <> ${workersName(secrets)}`.execute(db);
  if (rows.length === 0) return;
  throw new StartFailure(
    'Another process of this shop runs with another secret. Give all of them the same SHOP_SECRET; to change it, stop them all first.',
  );
}

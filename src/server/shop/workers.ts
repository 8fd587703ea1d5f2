import { sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import { openDatabase } from '#platform/database/database.ts';
import { startWorkers } from '#platform/jobs/jobs.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { OpenContext } from './create-context.ts';
import { jobHandlers, oneByOne } from './job-handlers.ts';
import { StartFailure } from './start-failure.ts';

const WORKERS = 'toolyard workers';

/** Signs of life and finished jobs pass each other by; the jobs themselves use the shop’s own connections. */
const WORKER_CONNECTIONS = 2;

/** How much of a stop's ten seconds a mail that is being handed over may take. */
const MAIL_SERVER_MS = 3_000;

/** Starts the workers on `started`. What a crash left of payments is put right
 * at once, not at the next round. */
export async function startJobs(
  { context, connection }: OpenContext,
  started: AsyncDisposableStack,
): Promise<void> {
  const { log, jobs, mailer } = context;
  const { pool, close } = openDatabase(connection, {
    name: workersName(context.secrets),
    maxConnections: WORKER_CONNECTIONS,
    onIdleError: (error) => log.warn({ err: error }, 'a connection of the workers broke'),
  });
  started.defer(close);
  await jobs.enqueue(context.db, 'reconcile-payments', {});
  const runner = await startWorkers({ pool, log, handlers: jobHandlers(context), oneByOne });
  started.defer(async () => {
    // A mail server that hangs is not waited for: the mail's next try is another process's.
    const waited = setTimeout(() => void mailer.close(), MAIL_SERVER_MS);
    await runner.stop();
    clearTimeout(waited);
  });
}

/** @throws StartFailure when other processes of the shop are at work with another secret: whoever signed in
 * at one would be signed out at the other, by turns. */
export async function checkOtherSecrets({ db, secrets, config }: AppContext): Promise<void> {
  if (config.database.kind === 'embedded') return;
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database()
    and application_name like ${`${WORKERS} %`} and application_name <> ${workersName(secrets)}`.execute(db);
  if (rows.length === 0) return;
  throw new StartFailure(
    'Another process of this shop runs with another secret. Give all of them the same SHOP_SECRET; to change it, stop them all first.',
  );
}

// The name in PostgreSQL of the connection that shows the workers alive, with a mark of the
// secret that tells nothing of it.
function workersName(secrets: Secrets): string {
  return `${WORKERS} ${secrets.key('mark').toString('hex').slice(0, 8)}`;
}

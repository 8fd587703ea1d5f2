import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { loadDemoCatalogue } from '#demo/load-demo-catalogue.ts';
import type { AppContext } from '#features/app-context.ts';
import { readSetupGuide } from '#features/setup-guide/routes.ts';
import {
  findDetails,
  findMadeUpContacts,
  keepFirstCountry,
  keepFirstTimeZone,
} from '#features/shop-details/store.ts';
import { madeUpContactsText } from '#features/shop-details/texts/manage.ts';
import { type EnsuredAdmin, ensureAdmin } from '#features/users/manage-users.ts';
import { runAsActor } from '#platform/actor.ts';
import { versionNotes } from '#platform/advisories.ts';
import type { Config } from '#platform/config/config.ts';
import { readServerVersion } from '#platform/database/check-server.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import type { Network } from '#platform/download.ts';
import { startWorkers } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import type { PretendedStripe } from '#platform/payments/stripe/stripe-cards.ts';
import { awaitedLater, unawaited } from '#platform/promises.ts';
import type { Secrets } from '#platform/secrets.ts';
import { watchClock, watchStock } from '#server/api/health.ts';
import { buildApp } from './app.ts';
import { backUpBeforeChange } from './backup-before-change.ts';
import { createContext, type OpenContext } from './create-context.ts';
import { startDatabaseServer } from './database-server.ts';
import { detached, jobHandlers, oneByOne } from './job-handlers.ts';
import { assertPortIsFree, listen, prepareDrain } from './listen.ts';
import { startMetrics } from './metrics.ts';
import { prepareTables } from './prepare-tables.ts';
import { explainFullDisk, firstError, StartFailure } from './start-failure.ts';
import { removeLeftFolders } from './write-backup.ts';

export type RunningShop = {
  context: AppContext;
  admin: EnsuredAdmin;
  /** Whether the set-up guide awaits an admin who logs in. */
  isGuideOpen: boolean;
  databaseSummary: string;
  /** Reports that it is no longer ready, and closes connections with each reply; requests are still
   * served. */
  drain(): void;
  /** Lets running requests and jobs end, then releases everything. */
  stop(): Promise<void>;
  /** What a stop is waiting for. */
  waitsFor(): string;
};

export type StartOptions = {
  config: Config;
  say: (line: string) => void;
  /** Prepares the pages while the database starts. */
  preparePages: (say: (line: string) => void) => Promise<void>;
  addPages: (app: FastifyInstance, open: OpenContext) => Promise<void>;
  /** Called before the shop answers. */
  beforeListening?: () => void;
  /** For tests: the address of a simulated Stripe. */
  pretendedStripe?: PretendedStripe;
  /** For tests: the web that pictures are fetched from. */
  network?: Network;
};

type CloseLater = (what: string, close: () => unknown) => void;

/** Starts every part of the shop, from its database to its pages. @throws StartFailure, ConfigError or
 * EmbeddedPostgresError, after stopping everything that was started */
export async function startShop(options: StartOptions): Promise<RunningShop> {
  try {
    return await startParts(options);
  } catch (error) {
    const { config } = options;
    const first = firstError(error);
    if (first !== error)
      createLog(config.logLevel).error({ err: error }, 'what had been started could not be stopped');
    throw await explainFullDisk(first, config);
  }
}

/** Lists the known vulnerabilities of the versions in use, one per line. */
async function knownHoles(db: Database): Promise<string[]> {
  return [
    ...versionNotes('node', process.versions.node),
    ...versionNotes('postgresql', await readServerVersion(db)),
  ];
}

async function startParts({ config, say, ...options }: StartOptions): Promise<RunningShop> {
  await using started = new AsyncDisposableStack();
  let step = '';
  /** Registers something to close at a stop, in reverse order. */
  const closeLater: CloseLater = (what, close) =>
    started.defer(async () => {
      step = what;
      await close();
    });
  for (const note of config.notes) say(note);
  await assertPortIsFree(config);
  const pages = awaitedLater(options.preparePages(say));
  const database = await startDatabaseServer(config, say);
  closeLater('its database', database.stop);
  for (const folder of [config.dataDir, join(config.dataDir, 'backups')]) await removeLeftFolders(folder);
  const beforeChange = backUpBeforeChange(config, database, say);
  await prepareTables(database, createLog(config.logLevel), { say, beforeChange });
  const { pretendedStripe, network } = options;
  const open = await createContext(config, database.connection, { pretendedStripe, network });
  closeLater('connections to the database and other services', open.close);
  const { context } = open;
  for (const note of await knownHoles(context.db)) say(note);
  await checkOtherSecrets(context);
  await context.jobs.open();
  await keepFirstCountry(context.db, config.currency);
  await keepFirstTimeZone(context.db, new Intl.DateTimeFormat().resolvedOptions().timeZone);
  // What every page shows: known from now on, also while the database is away.
  const { details, priceNote, deliveryNote, taxTerms, footerLinks } = context;
  for (const shown of [details, priceNote, deliveryNote, taxTerms, footerLinks]) await shown.read();
  await assertOwnContact(context);
  if (config.demo) await runAsActor({ actor: 'start' }, () => loadDemoCatalogue(context, say));
  await pages;
  const app = await buildApp(context, (scope) => options.addPages(scope, open));
  const connections = prepareDrain(app.server);
  closeLater('the last answers', () => connections.closeRest(app.close()));
  if (config.metrics) closeLater('the metrics', (await startMetrics(app, open, config.metrics)).stop);
  context.readiness.isStarting = true;
  options.beforeListening?.();
  await listen(app, context);
  started.defer(watchClock(context).stop);
  started.defer(watchStock(context).stop);
  await startJobs(open, closeLater);
  // Checked again: other processes may have started meanwhile.
  await checkOtherSecrets(context);
  // Last, so that a generated password is never lost to a later step that fails.
  const admin = await runAsActor({ actor: 'start' }, () => ensureAdmin(context));
  const { shown, isFinished } = await readSetupGuide(context);
  context.readiness.isStarting = false;
  const running = started.move();
  return {
    context,
    admin,
    isGuideOpen: shown && !isFinished,
    databaseSummary: database.summary,
    drain() {
      context.readiness.isStopping = true;
      connections.drain();
    },
    stop: () => running.disposeAsync(),
    waitsFor: () =>
      `${step || 'traffic to move away'} (requests under way: ${connections.underWay().join(', ') || 'none'})`,
  };
}

/** Describes which of the shop's contacts are still placeholders; `undefined` if all are its own. */
export async function madeUpContacts({ db }: Pick<AppContext, 'db'>): Promise<string | undefined> {
  const contacts = findMadeUpContacts(await findDetails(db));
  return contacts.length > 0 ? madeUpContactsText(contacts) : undefined;
}

/** @throws StartFailure if a live shop would send invoices with a placeholder address */
export async function assertOwnContact(context: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  if (context.config.mode !== 'live') return;
  const words = await madeUpContacts(context);
  if (words) throw new StartFailure(`SHOP_MODE=live doesn’t start yet: ${words}, with SHOP_MODE=trial.`);
}

const WORKERS = 'toolyard workers';

/** Lets heartbeats and completed jobs not wait for each other; the jobs themselves use the shop’s own
 * connections. */
const WORKER_CONNECTIONS = 2;

/** How much of a shutdown's 20 seconds an email being sent may take. */
const MAIL_SERVER_MS = 3_000;

/** Starts the workers. What a crash left of payments is repaired at once, not at the next round. */
async function startJobs({ context, direct }: OpenContext, closeLater: CloseLater): Promise<void> {
  const { log, jobs, mailer } = context;
  const { pool, close } = openDatabase(direct, {
    name: workersName(context.secrets),
    maxConnections: WORKER_CONNECTIONS,
    onIdleError: (error) => log.warn({ err: error }, 'a connection of the workers broke'),
  });
  closeLater('connections of the workers', close);
  await jobs.enqueue(context.db, 'reconcile-payments', {});
  const runner = await startWorkers({ pool, log, handlers: jobHandlers(context), oneByOne, detached });
  closeLater('jobs under way', async () => {
    // A mail server that hangs is not awaited: another process makes the email's next try.
    const waited = setTimeout(() => unawaited(mailer.close(), () => undefined), MAIL_SERVER_MS);
    await runner.stop();
    clearTimeout(waited);
  });
}

/** @throws StartFailure if other processes of the shop run with another secret: users signed in at one would
 * be signed out at the other, in turn */
export async function checkOtherSecrets({ db, secrets, config }: AppContext): Promise<void> {
  if (config.database.kind === 'embedded') return;
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database()
    and application_name like ${`${WORKERS} %`} and application_name <> ${workersName(secrets)}`.execute(db);
  if (rows.length === 0) return;
  throw new StartFailure(
    'Another process of this shop runs with another secret. Give all of them the same SHOP_SECRET. To change it, stop them all first.',
  );
}

// The PostgreSQL name of the connection that shows the workers are alive, with a fingerprint that reveals
// nothing about the secret.
function workersName(secrets: Secrets): string {
  return `${WORKERS} ${secrets.key('mark').toString('hex').slice(0, 8)}`;
}

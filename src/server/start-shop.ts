import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { loadDemoCatalogue } from '#demo/load-demo-catalogue.ts';
import type { AppContext } from '#features/app-context.ts';
import { type EnsuredAdmin, ensureAdmin } from '#features/users/ensure-admin.ts';
import { runAsActor } from '#platform/actor.ts';
import type { Config } from '#platform/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { startWorkers } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import type { PretendedStripe } from '#platform/payments/stripe/stripe-cards.ts';
import { buildApp } from './app.ts';
import { backUpBeforeChange } from './backup/back-up-before-change.ts';
import { createContext, type OpenContext } from './create-context.ts';
import { startDatabaseServer } from './database-server.ts';
import { drainConnections } from './drain-connections.ts';
import { jobHandlers, oneByOne } from './job-handlers.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import { prepareTables } from './prepare-tables.ts';
import { refuseOtherSecret, workersName } from './refuse-other-secret.ts';
import { explainFullDisk, explainListenError } from './start-failure.ts';
import { watchClock } from './watch-clock.ts';

/** How much of a stop's ten seconds a mail that is being handed over may take. */
const MAIL_SERVER_MS = 3_000;

/**
 * So many connections may wait to be taken up. With Node's 511, one client that opened 1,500 at once had others wait for
 * seconds, until their handshake was tried again. The system's own limit (`net.core.somaxconn`) is as high on Linux.
 */
const MAX_WAITING_CONNECTIONS = 4_096;

/** Signs of life and finished jobs pass each other by; the jobs themselves use the shop’s own connections. */
const WORKER_CONNECTIONS = 2;

/** The shop, serving. */
export type RunningShop = {
  context: AppContext;
  admin: EnsuredAdmin;
  databaseSummary: string;
  /** Says that it is not ready any more, and sends clients elsewhere with each reply; requests are still served. */
  drain(): void;
  /** Lets requests and jobs under way end, then gives everything back. */
  stop(): Promise<void>;
};

/** What a start needs to know beside the settings. */
export type StartOptions = {
  config: Config;
  say: (line: string) => void;
  /** Readies the pages while the database comes up. */
  preparePages: (say: (line: string) => void) => Promise<void>;
  /** Adds the pages to the application. */
  addPages: (app: FastifyInstance, open: OpenContext) => Promise<void>;
  /** For tests: where Stripe is pretended to be. */
  pretendedStripe?: PretendedStripe;
};

/**
 * Starts the whole shop: database, tables, first admin, demo catalogue, jobs, pages, and then it listens.
 * @throws StartFailure, ConfigError or EmbeddedPostgresError, with everything that was started stopped again.
 */
export async function startShop(options: StartOptions): Promise<RunningShop> {
  const { config, say, pretendedStripe } = options;
  const started = new AsyncDisposableStack();
  const stop = () => started.disposeAsync();
  try {
    for (const note of config.notes) say(note);
    await assertPortIsFree(config);
    const pages = options.preparePages(say);
    // Awaited below: a failure in between must not count as unhandled.
    pages.catch(() => undefined);
    const database = await startDatabaseServer(config, say);
    started.defer(database.stop);
    await prepareTables(database, createLog(config.logLevel), {
      beforeChange: (pending) => backUpBeforeChange(config, database, pending, say),
    });
    const open = await createContext(config, database.connection, { pretendedStripe });
    started.defer(open.close);
    await refuseOtherSecret(open.context);
    await open.context.jobs.open();
    if (config.demo) await runAsActor({ actor: 'start' }, () => loadDemoCatalogue(open.context, say));
    await pages;
    const app = await buildApp(open.context, (scope) => options.addPages(scope, open));
    started.defer(() => app.close());
    if (config.metrics) started.defer((await startMetrics(app, open, config.metrics)).stop);
    const connections = drainConnections(app.server);
    await listen(app, open.context);
    const clocks = watchClock(open.context);
    started.defer(clocks.stop);
    await startJobs(open, started);
    // Again: some may have started in the meantime.
    await refuseOtherSecret(open.context);
    // Last of all, so that a made-up password is never lost to a later step that fails.
    const admin = await runAsActor({ actor: 'start' }, () => ensureAdmin(open.context));
    const drain = () => {
      open.context.readiness.isStopping = true;
      connections.begin();
    };
    return { context: open.context, admin, databaseSummary: database.summary, drain, stop };
  } catch (error) {
    const explained = await explainFullDisk(error, config);
    await stop().catch((undoing: unknown) => {
      createLog(config.logLevel).error({ err: undoing }, 'what had been started could not be stopped');
    });
    throw explained;
  }
}

/** Starts the workers. What a crash left of payments is put right at once, not at the next round. */
async function startJobs({ context, connection }: OpenContext, started: AsyncDisposableStack): Promise<void> {
  const { log, jobs } = context;
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
    const waited = setTimeout(() => void context.mailer.close(), MAIL_SERVER_MS);
    await runner.stop();
    clearTimeout(waited);
  });
}

async function listen(app: FastifyInstance, context: AppContext): Promise<void> {
  const { host, port, origin } = context.config;
  try {
    await app.listen({ host, port, backlog: MAX_WAITING_CONNECTIONS });
  } catch (error) {
    throw explainListenError(error, host, port);
  }
  const bound = (app.server.address() as AddressInfo).port;
  const isEveryAddress = host === '0.0.0.0' || host === '::';
  const inUrl = host.includes(':') ? `[${host}]` : host;
  context.origin = origin ?? `http://${isEveryAddress ? 'localhost' : inUrl}:${bound}`;
  context.localOrigin = `http://${isEveryAddress ? '127.0.0.1' : inUrl}:${bound}`;
}

/** Says so at once when the port is taken, rather than after the database has come up. */
function assertPortIsFree({ host, port }: Config): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, host, port)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

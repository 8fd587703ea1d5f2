import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { IN_PROCESS_ADDRESS } from '#http/limit-rate.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { readJobFigures } from '#platform/jobs/jobs.ts';
import type { OpenContext } from './create-context.ts';
import { knownJobs } from './job-handlers.ts';
import { explainListenError } from './listen.ts';
import { readDisks, readTableFigures, readVersions } from './shop-figures.ts';

export type MetricsServer = { port: number; stop(): Promise<void> };

type Library = typeof import('prom-client');

/** From a cached answer to a slow search, in seconds. */
const BUCKETS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** Serves Prometheus metrics on a separate port. Call before the application is ready: it counts from then
 * on. Routes are labelled by their pattern: few series, no addresses or ids. @throws StartFailure if it
 * cannot listen there */
export async function startMetrics(
  app: FastifyInstance,
  open: OpenContext,
  address: { host: string; port: number },
): Promise<MetricsServer> {
  // Loaded here, so that a shop without metrics does not load the library.
  const library = await import('prom-client');
  const register = new library.Registry();
  library.collectDefaultMetrics({ register });
  const seconds = new library.Histogram({
    name: 'toolyard_http_request_duration_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  });
  // An increase is seen only from a series that was there before.
  seconds.zero({ method: 'POST', route: '/webhooks/payment', status: 400 });
  app.addHook('onResponse', async ({ ip, method, routeOptions }, { statusCode, elapsedTime }) => {
    // A page's own calls are part of its request.
    if (ip === IN_PROCESS_ADDRESS) return;
    seconds.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1000);
  });
  // Its own connection, so that the figures are there when all others are taken. A scrape waits ten seconds.
  const own = openDatabase(open.direct, {
    name: 'toolyard metrics',
    maxConnections: 1,
    waitSeconds: 2,
    statementSeconds: 4,
    answerSeconds: 5,
    onIdleError: () => undefined,
  });
  const refresh = addFigures(library, register, app, { ...open, db: own.db });
  const server = Fastify({ forceCloseConnections: true });
  server.get('/metrics', { exposeHeadRoute: false }, async (_request, reply) => {
    await refresh();
    return reply.type(register.contentType).send(await register.metrics());
  });
  const { host, port } = address;
  await server.listen(address).catch(async (error: unknown) => {
    await own.close();
    throw explainListenError(error, { host, port, settings: { port: 'METRICS_PORT', host: 'METRICS_HOST' } });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      register.clear();
      await server.close();
      await own.close();
    },
  };
}

/** Read from the shop's tables on each scrape: the metric's help and its label. Every process reports the
 * same values. */
const TABLE_FIGURES = {
  toolyard_orders_last_day: ['Orders placed within 24 hours, by their state now.', 'state'],
  toolyard_payments_last_day: ['Payments begun within 24 hours, by their state now.', 'state'],
  toolyard_refunds_last_day: ['Refunds begun within 24 hours, by their state now.', 'state'],
  toolyard_payments_overdue: ['Payments that should have been ended over 15 minutes ago.'],
  toolyard_refunds_waiting: ['Refunds that are due, or failed.', 'state'],
  toolyard_refunds_oldest_due_seconds: ['For how long the oldest refund has been due.'],
  toolyard_events_last_hour: ['Entries of the audit trail within one hour.', 'action'],
  toolyard_webhook_endpoints: [
    'Webhook endpoints: on, off by hand, or failed and turned off by the shop.',
    'state',
  ],
  toolyard_backup_age_seconds: [
    'Age of the last file that npm run backup wrote, and of the last log segment that PostgreSQL archived.',
    'kind',
  ],
} satisfies Record<string, [help: string, label?: string]>;

/** Adds the figures that are read on each scrape; returns the function that reads all of them at one
 * moment. */
function addFigures(
  { Counter, Gauge }: Library,
  register: InstanceType<Library['Registry']>,
  app: FastifyInstance,
  { context, pool, background, db }: OpenContext & { db: Database },
): () => Promise<void> {
  const registers = [register];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const kept = new Counter({
    name: 'toolyard_kept_replies_total',
    help: 'Requests answered from kept bytes.',
    registers,
  });
  const failedItems = new Counter({
    name: 'toolyard_failed_items_total',
    help: 'Items that a job which goes through many could not do, while it did the others.',
    labelNames: ['job'],
    registers,
  });
  const connections = gauge(
    'toolyard_database_connections',
    'Connections of this process for requests, and requests that wait for one.',
    ['state'],
  );
  const backgroundConnections = gauge(
    'toolyard_background_connections',
    'Connections of this process for background work, and steps of it that wait for one.',
    ['state'],
  );
  const isUp = gauge('toolyard_database_up', '1 when the database answered just now.');
  const jobs = gauge(
    'toolyard_jobs',
    'Jobs of the whole shop by kind: due, waiting for their time, and given up after their last try.',
    ['kind', 'state'],
  );
  const oldestDue = gauge(
    'toolyard_jobs_oldest_due_seconds',
    'For how long the job that is due the longest has been, by kind.',
    ['kind'],
  );
  const stockDifferences = gauge(
    'toolyard_stock_differences',
    'Tools that have another count than their stock movements add up to, as last looked at.',
  );
  const ofTables = Object.entries(TABLE_FIGURES).map(
    ([name, [help, ...labels]]) => [name, gauge(name, help, labels)] as const,
  );
  const versions = gauge(
    'toolyard_info',
    'Always 1: the version of PostgreSQL, and the newest migration that this version knows and the tables have.',
    ['postgresql', 'migration'],
  );
  const diskFree = gauge('toolyard_disk_free_bytes', 'What is left of the disk.', ['folder']);
  const diskSize = gauge('toolyard_disk_size_bytes', 'The size of the disk.', ['folder']);
  const ofDatabase = [jobs, oldestDue, versions, ...ofTables.map(([, each]) => each)];

  async function readDatabase(): Promise<void> {
    const figures = await readTableFigures(db, context.clock.now());
    for (const [name, each] of ofTables)
      for (const { labels, value } of figures[name] ?? []) each.set(labels, value);
    for (const { kind, due, later, givenUp, oldestDueSeconds } of await readJobFigures(db)) {
      jobs.set({ kind, state: 'due' }, due);
      jobs.set({ kind, state: 'later' }, later);
      jobs.set({ kind, state: 'given_up' }, givenUp);
      oldestDue.set({ kind }, oldestDueSeconds);
    }
    versions.set(await readVersions(db), 1);
  }

  return async () => {
    stockDifferences.set(context.readiness.stockDifferences);
    kept.reset();
    kept.inc(app.kept.answered);
    failedItems.reset();
    // An increase is seen only from a series that was there before.
    for (const job of knownJobs.names) failedItems.inc({ job }, context.failedItems.get(job) ?? 0);
    setConnections(connections, pool);
    setConnections(backgroundConnections, background);
    for (const { folder, freeBytes, sizeBytes } of await readDisks(context)) {
      diskFree.set({ folder }, freeBytes);
      diskSize.set({ folder }, sizeBytes);
    }
    for (const each of ofDatabase) each.reset();
    isUp.set(
      await readDatabase().then(
        () => 1,
        () => 0,
      ),
    );
  };
}

type Pool = OpenContext['pool'];

function setConnections(
  gauge: InstanceType<Library['Gauge']>,
  { totalCount, idleCount, waitingCount }: Pool,
): void {
  gauge.set({ state: 'busy' }, totalCount - idleCount);
  gauge.set({ state: 'idle' }, idleCount);
  gauge.set({ state: 'waited_for' }, waitingCount);
}

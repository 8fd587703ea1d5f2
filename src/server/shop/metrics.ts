import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { OpenContext } from './create-context.ts';
import { explainListenError } from './listen.ts';

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
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    seconds.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1000);
  });
  const refresh = addFigures(library, register, app, open);
  const server = Fastify({ forceCloseConnections: true });
  server.get('/metrics', { exposeHeadRoute: false }, async (_request, reply) => {
    await refresh();
    return reply.type(register.contentType).send(await register.metrics());
  });
  const { host, port } = address;
  await server.listen(address).catch((error: unknown) => {
    throw explainListenError(error, { host, port, settings: { port: 'METRICS_PORT', host: 'METRICS_HOST' } });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      register.clear();
      await server.close();
    },
  };
}

/** Adds the figures that are read on each scrape; returns the function that reads all of them at one
 * moment. */
function addFigures(
  { Counter, Gauge }: Library,
  register: InstanceType<Library['Registry']>,
  app: FastifyInstance,
  { context, pool }: OpenContext,
): () => Promise<void> {
  const registers = [register];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const kept = new Counter({
    name: 'toolyard_kept_replies_total',
    help: 'Requests answered from kept bytes.',
    registers,
  });
  const connections = gauge(
    'toolyard_database_connections',
    'Connections of this process, and requests that wait for one.',
    ['state'],
  );
  const isUp = gauge('toolyard_database_up', '1 when the database answered just now.');
  const jobs = gauge(
    'toolyard_jobs',
    'Jobs of the whole shop: due, waiting for their time, and given up after their last try.',
    ['state'],
  );
  const oldestDue = gauge(
    'toolyard_jobs_oldest_due_seconds',
    'For how long the job that is due the longest has been.',
  );
  const stockDifferences = gauge(
    'toolyard_stock_differences',
    'Tools that have another count than their stock movements add up to, as last looked at.',
  );
  return async () => {
    stockDifferences.set(context.readiness.stockDifferences);
    const figures = await context.jobs.figures().catch(() => undefined);
    kept.reset();
    kept.inc(app.kept.answered);
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waited_for' }, pool.waitingCount);
    isUp.set(figures ? 1 : 0);
    for (const known of [jobs, oldestDue]) known.reset();
    if (!figures) return;
    jobs.set({ state: 'due' }, figures.due);
    jobs.set({ state: 'later' }, figures.later);
    jobs.set({ state: 'given_up' }, figures.givenUp);
    oldestDue.set(figures.oldestDueSeconds);
  };
}

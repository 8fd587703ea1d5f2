import type { FastifyInstance } from 'fastify';
import type { JobFigures } from '#platform/jobs/jobs.ts';
import type { OpenContext } from '#server/create-context.ts';

/** What Prometheus is answered with. */
export type Metrics = { contentType: string; read(): Promise<string>; stop(): void };

type Library = typeof import('prom-client');

/** From a kept answer to a slow search, in seconds. */
const BUCKETS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/**
 * Counts what the shop does. Routes are named by their pattern, so that the number of series stays small and no address,
 * name or id of anybody is among the figures.
 */
export function createMetrics(library: Library, app: FastifyInstance, open: OpenContext): Metrics {
  const register = new library.Registry();
  library.collectDefaultMetrics({ register });
  timeRequests(library, register, app);
  countKeptReplies(library, register, app);
  showPool(library, register, open);
  showJobs(library, register, open);
  return {
    contentType: register.contentType,
    read: () => register.metrics(),
    stop: () => register.clear(),
  };
}

type Register = InstanceType<Library['Registry']>;

function timeRequests({ Histogram }: Library, register: Register, app: FastifyInstance): void {
  const seconds = new Histogram({
    name: 'toolyard_http_request_duration_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    seconds.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1000);
  });
}

function countKeptReplies({ Counter }: Library, register: Register, app: FastifyInstance): void {
  let counted = 0;
  new Counter({
    name: 'toolyard_kept_replies_total',
    help: 'Requests answered from kept bytes.',
    registers: [register],
    collect() {
      this.inc(app.kept.answered - counted);
      counted = app.kept.answered;
    },
  });
}

function showPool({ Gauge }: Library, register: Register, { pool }: OpenContext): void {
  new Gauge({
    name: 'toolyard_database_connections',
    help: 'Connections of this process, and requests that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
}

function showJobs({ Gauge }: Library, register: Register, { context }: OpenContext): void {
  let asked: Promise<JobFigures | undefined> | undefined;
  // The figures of one moment, asked for once.
  const ask = () => {
    asked ??= context.jobs
      .figures()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  new Gauge({
    name: 'toolyard_database_up',
    help: '1 when the database answered just now.',
    registers: [register],
    async collect() {
      this.set((await ask()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'toolyard_jobs',
    help: 'Jobs of the whole shop: due, waiting for their time, and given up after their last try.',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      const figures = await ask();
      this.reset();
      if (!figures) return;
      this.set({ state: 'due' }, figures.due);
      this.set({ state: 'later' }, figures.later);
      this.set({ state: 'given_up' }, figures.givenUp);
    },
  });
  new Gauge({
    name: 'toolyard_jobs_oldest_due_seconds',
    help: 'For how long the job that is due the longest has been.',
    registers: [register],
    async collect() {
      const figures = await ask();
      this.reset();
      if (figures) this.set(figures.oldestDueSeconds);
    },
  });
}

import { statfs } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { IN_PROCESS_ADDRESS } from '#http/limit-rate.ts';
import { readConfig } from '#platform/config/config.ts';
import { startWorkers } from '#platform/jobs/jobs.ts';
import { buildApp } from '#server/shop/app.ts';
import { createContext, type OpenContext } from '#server/shop/create-context.ts';
import { type MetricsServer, startMetrics } from '#server/shop/metrics.ts';
import { alarms, dashboardExpressions } from '#tests/support/alarm-files.ts';
import { createFreshDatabase, type FreshDatabase } from '#tests/support/fresh-database.ts';
import { jobsOf, outboxOf } from '#tests/support/outbox.ts';
import { freePort } from '#tests/support/spawn-shop.ts';
import { until } from '#tests/support/until.ts';

let database: FreshDatabase;
let open: OpenContext;
let app: Awaited<ReturnType<typeof buildApp>>;
let metrics: MetricsServer;

beforeAll(async () => {
  database = await createFreshDatabase();
  const config = readConfig({ SHOP_LOG_LEVEL: 'silent', SHOP_DEMO: '0', SHOP_SECRET: 's'.repeat(32) });
  open = await createContext(config, database.appConnection);
  app = await buildApp(open.context);
  metrics = await startMetrics(app, open, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await metrics.stop();
  await app.close();
  await open.close();
  await database.drop();
});

const ask = (path = '/metrics', method = 'GET') =>
  fetch(`http://127.0.0.1:${metrics.port}${path}`, { method });

/** The value of one series, `undefined` when there is none. */
async function read(series: string): Promise<number | undefined> {
  const lines = (await (await ask()).text()).split('\n');
  const line = lines.find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const readJobs = (state: string) => read(`toolyard_jobs{kind="reconcile-payments",state="${state}"}`);

const requests = (labels: string) => read(`toolyard_http_request_duration_seconds_count{${labels}}`);

it('counts requests by route and status, without names', async () => {
  await app.inject('/review?limit=3');
  await app.inject('/tool/01a20137-33b5-7421-aca1-fd1c0ded3fd6');
  await app.inject('/user/ada@joiner.example');
  await app.inject('/no/such/ada@joiner.example');
  // A page's own calls are no requests of anybody's.
  await app.inject({ url: '/review?limit=3', remoteAddress: IN_PROCESS_ADDRESS });
  expect(await requests('method="GET",route="/review",status="200"')).toBe(1);
  expect(await requests('method="GET",route="/tool/:id",status="404"')).toBe(1);
  expect(await requests('method="GET",route="/user/:email",status="401"')).toBe(1);
  expect(await (await ask()).text()).not.toContain('ada@joiner');
});

it('shows the connections and the jobs', { tags: ['sweep'] }, async () => {
  const { pool } = open;
  const { db, jobs, log } = open.context;
  const minuteAgo = new Date(Date.now() - 60_000);
  await jobs.enqueue(db, 'reconcile-payments', {}, { runAt: minuteAgo });
  await jobs.enqueue(db, 'reconcile-payments', {}, { runAt: new Date(Date.now() + 3_600_000) });
  expect(await readJobs('due')).toBe(1);
  expect(await readJobs('later')).toBe(1);
  expect(await readJobs('given_up')).toBe(0);
  const oldest = 'toolyard_jobs_oldest_due_seconds{kind="reconcile-payments"}';
  expect(await read(oldest)).toBeGreaterThanOrEqual(60);
  // A job's final failure is counted.
  const outbox = outboxOf(db);
  const [job] = await jobsOf(db, ['reconcile-payments']);
  await outbox.update('reconcile-payments', undefined, { id: job?.id ?? '', retryLimit: 0 });
  const handlers = { 'reconcile-payments': () => Promise.reject(new Error('no provider')) };
  const workers = await startWorkers({ pool, log, handlers, lookSeconds: 1 });
  onTestFinished(workers.stop);
  await until('the failure', async () => (await readJobs('given_up')) === 1);
  await until('none due', async () => (await readJobs('due')) === 0);
  expect(await read('toolyard_database_up')).toBe(1);
  expect(await read('toolyard_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(await read('nodejs_version_info{version="v24.21.0",major="24",minor="21",patch="0"}')).toBe(1);
});

it('has every figure that the alarms and the dashboard ask for', async () => {
  const text = await (await ask()).text();
  const printed = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  for (const { expr } of [...alarms, ...dashboardExpressions]) {
    const asked = expr.match(/\b(toolyard|nodejs|process)_\w+/g) ?? [];
    for (const name of asked)
      expect(printed).toContain(name.replace(/(?<=_seconds)_(bucket|count|sum)$/, ''));
  }
});

it('keeps printing while every other connection is taken', async () => {
  const { pool } = open;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = pool.connect();
  const waitedFor = await read('toolyard_database_connections{state="waited_for"}');
  const isUp = await read('toolyard_database_up');
  for (const client of taken) client.release();
  (await waiting).release();
  expect([waitedFor, isUp]).toEqual([1, 1]);
});

it('keeps printing while the database is gone, and the disk of a data folder that is not there yet', async () => {
  const config = { ...open.context.config, dataDir: '/nowhere' };
  const gone = await createContext(config, { ...database.appConnection, host: '127.0.0.1', port: 1 });
  onTestFinished(gone.close);
  const other = await buildApp(gone.context);
  onTestFinished(() => other.close());
  const server = await startMetrics(other, gone, { host: '127.0.0.1', port: 0 });
  onTestFinished(server.stop);
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  expect(text).toContain('\ntoolyard_database_up 0\n');
  const { bavail, blocks } = await statfs('/');
  const [free = 0, size = 0] = ['free', 'size'].map((which) =>
    Number(new RegExp(`^toolyard_disk_${which}_bytes{folder="data"} (\\S+)$`, 'm').exec(text)?.[1]),
  );
  expect(free / size).toBeCloseTo(bavail / blocks, 1);
  // What was read before is not repeated.
  expect(text).not.toContain('\ntoolyard_info{');
});

it('serves metrics only, in the format of Prometheus', async () => {
  expect((await ask()).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect((await ask('/')).status).toBe(404);
  expect((await ask('/metrics', 'POST')).status).toBe(404);
  expect((await app.inject('/metrics')).statusCode).toBe(404);
});

it('reports that the port is in use', async () => {
  const other = await buildApp(open.context);
  const taken = { host: '127.0.0.1', port: metrics.port };
  await expect(startMetrics(other, open, taken)).rejects.toThrow(
    `Port ${metrics.port} is in use. Set METRICS_PORT to another one.`,
  );
  const away = { host: '192.0.2.1', port: await freePort() };
  await expect(startMetrics(other, open, away)).rejects.toThrow('Set METRICS_HOST to one it has');
  await other.close();
});

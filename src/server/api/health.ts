import { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { Call } from '#contracts/call.ts';
import type { AppContext } from '#features/app-context.ts';
import { findStockDifferences } from '#features/orders/stock-differences.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { runInBackground, withTimeout } from '#platform/concurrency.ts';
import { clockDifferenceSeconds } from '#platform/database/check-server.ts';
import { DatabaseSilent } from '#platform/database/database.ts';
import { unawaited } from '#platform/promises.ts';
import { readinessTexts } from '#texts/errors.ts';
import { findDatabaseFolder, isDiskFull } from '../../../packages/embedded-postgres/src/index.ts';

/** A balancer that asks every second or two must hear in that time that the database is frozen. */
const DATABASE_WITHIN_MS = 2_000;

const LOOK_EVERY_MS = 60_000;
const LOOK_AT_STOCK_EVERY_MS = 3_600_000;

/** Maximum number of tools that are named; beyond it only their number is given. */
const NAMED_TOOLS = 20;

const healthSchema = z.object({ status: z.literal('ok') });

const readinessSchema = z.extend(healthSchema, {
  databaseAheadSeconds: z
    .optional(z.number())
    .check(
      z.describe(
        'Only if the clocks of the shop and its database differ: by how much, which can stop payments',
      ),
    ),
  stockDifferences: z
    .optional(z.int())
    .check(
      z.describe(
        'Only if there are any: the number of tools whose units do not add up: their count and movements, and what is reserved, sold, and received',
      ),
    ),
});

// They refuse only requests that are not valid HTTP.

const getHealthCall = {
  method: 'GET',
  path: '/healthz',
  access: 'public',
  reply: healthSchema,
  errors: ['invalid_input'],
  tag: 'Operations',
  operationId: 'getHealth',
  summary: 'Tells whether the process responds',
} satisfies Call;

const getReadinessCall = {
  method: 'GET',
  path: '/readyz',
  access: 'public',
  reply: readinessSchema,
  errors: ['invalid_input'],
  tag: 'Operations',
  operationId: 'getReadiness',
  summary: 'Tells whether the shop can serve requests',
  description:
    'It cannot while its database is unreachable, its disk is full, or it is starting or stopping; the message says which.',
} satisfies Call;

/** `GET /healthz`: the process answers. `GET /readyz`: it can serve, database
 * included, and is neither starting nor stopping. */
export function healthRoutes(api: ApiServer, context: AppContext): void {
  const askDatabase = createDatabaseQuestion(context);
  serve(api, getHealthCall, { limit: 'none' }, async () => ({ status: 'ok' as const }));

  serve(api, getReadinessCall, { limit: 'none' }, async () => {
    if (context.readiness.isStopping) throw notReady(readinessTexts.stopping);
    if (context.readiness.isStarting) throw notReady(readinessTexts.starting);
    if (await isOnFullDisk(context).catch(() => true)) {
      context.log.warn('not ready: the disk of the data folder is full or gone');
      throw notReady(readinessTexts.noDisk);
    }
    try {
      const databaseAheadSeconds = await askDatabase();
      const { stockDifferences } = context.readiness;
      return {
        status: 'ok' as const,
        ...(databaseAheadSeconds !== 0 && { databaseAheadSeconds }),
        ...(stockDifferences !== 0 && { stockDifferences }),
      };
    } catch (error) {
      context.log.warn({ err: error }, 'not ready');
      throw notReady(readinessTexts.noDatabase);
    }
  });
}

/** Asks the database for its time. Concurrent callers share one query, so that a frozen database does not use
 * up the connections. @throws Error if it does not answer in time */
function createDatabaseQuestion({ db, clock }: AppContext): () => Promise<number> {
  let underWay: Promise<number> | undefined;
  return () => {
    underWay ??= clockDifferenceSeconds(db, clock).finally(() => {
      underWay = undefined;
    });
    return withTimeout(underWay, DATABASE_WITHIN_MS, () => {
      throw new DatabaseSilent('the database says nothing');
    });
  };
}

const notReady = (why: string) => new AppError('unavailable', why, { retryAfterSeconds: 2 });

/** Whether the disk that the shop itself writes to is full; irrelevant if database and pictures are
 * elsewhere. */
async function isOnFullDisk({ config, imageHost }: AppContext): Promise<boolean> {
  const { dataDir, database } = config;
  const folders = [
    ...(imageHost.kind === 'disk' ? [dataDir] : []),
    ...(database.kind === 'embedded' ? [await findDatabaseFolder(dataDir)] : []),
  ];
  return (await Promise.all(folders.map(isDiskFull))).includes(true);
}

/** Looks now, and then every `ms` milliseconds. An unreachable database is reported elsewhere. */
function lookEvery(ms: number, look: () => Promise<void>): { stop(): void } {
  const lookAnyway = () => unawaited(runInBackground(look), () => undefined);
  lookAnyway();
  const timer = setInterval(lookAnyway, ms).unref();
  return { stop: () => clearInterval(timer) };
}

/** Logs when the clocks of this machine and the database diverge or agree again: if they are minutes apart,
 * payments stop silently. */
export function watchClock({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): { stop(): void } {
  let known = 0;
  return lookEvery(LOOK_EVERY_MS, async () => {
    const apart = await clockDifferenceSeconds(db, clock);
    if (apart !== 0 && known === 0)
      log.error({ databaseAheadSeconds: apart }, 'the clocks of this machine and of the database differ');
    if (apart === 0 && known !== 0) log.info('the clocks of this machine and of the database agree again');
    known = apart;
  });
}

type StockWatch = Pick<AppContext, 'db' | 'readiness' | 'log'>;

/** Logs, now and every hour, which tools have units that do not add up. */
export const watchStock = (context: StockWatch) =>
  lookEvery(LOOK_AT_STOCK_EVERY_MS, () => lookAtStock(context));

/** Compares each tool's units with its movements, its paid orders and its held units, and stores and logs the
 * differences. */
export async function lookAtStock({ db, readiness, log }: StockWatch): Promise<void> {
  const { count, tools } = await findStockDifferences(db, NAMED_TOOLS);
  readiness.stockDifferences = count;
  if (count > 0) log.error({ count, tools }, 'tools have another count than their stock movements add up to');
}

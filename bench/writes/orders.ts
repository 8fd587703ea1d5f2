import pg from 'pg';
import { outboxOf } from '#tests/support/outbox.ts';
import { processorMs } from '../support/processes.ts';
import { BUYERS, tokensOfBuyers } from './buyers.ts';
import { type Load, loadHttp } from './http-load.ts';
import { orderRequest, type Wanted } from './order-load.ts';
import { orderScript } from './order-statements.ts';
import { runPgbench } from './pgbench.ts';
import type { WritesShop } from './writes-shop.ts';

/** Keeps the order numbers of two pgbench runs apart. */
const NUMBERS_A_RUN = 1_000_000;

const WARM_UP_SECONDS = 2;

/** PostgreSQL's `deadlock_detected`. */
const DEADLOCK = '40P01';

/** Orders per second: the statements alone by pgbench while the shop is frozen, and over HTTP; and the CPU
 * milliseconds of the shop's process for each of the latter, emails included. */
export type OrderPair = { floor: number; ours: number; nodeMs: number };

/** Measures orders by 32 buyers in pairs, one after another. */
export async function measureOrders(
  shop: WritesShop,
  wanted: Wanted,
  { pairs, seconds }: { pairs: number; seconds: number },
): Promise<OrderPair[]> {
  const measured: OrderPair[] = [];
  // Warms up, so that first-time execution is not measured.
  await orderOverHttp(shop, wanted, WARM_UP_SECONDS);
  for (let pair = 0; pair < pairs; pair += 1) {
    await forgetJobs(shop);
    const script = await orderScript(shop, wanted);
    await forgetJobs(shop);
    const firstNumber = (wanted === 'one tool' ? pairs + pair : pair) * NUMBERS_A_RUN;
    const floor = await shop.whileFrozen(() =>
      runPgbench(shop.owner, script, { clients: BUYERS, seconds, firstNumber }),
    );
    await forgetJobs(shop);
    const workedMs = processorMs([String(shop.pid)]);
    const { perSecond, latenciesMs } = await orderOverHttp(shop, wanted, seconds);
    const nodeMs = (processorMs([String(shop.pid)]) - workedMs) / latenciesMs.length;
    measured.push({ floor, ours: perSecond, nodeMs });
  }
  return measured;
}

async function orderOverHttp(shop: WritesShop, wanted: Wanted, seconds: number): Promise<Load> {
  const tokens = await tokensOfBuyers(shop.inside.context);
  const load = { clients: BUYERS, seconds };
  const next = (buyer: number) => orderRequest(wanted, buyer, tokens[buyer] ?? '');
  return loadHttp(shop.port, load, next);
}

/** Emails of one run must not be sent during the next. */
async function forgetJobs(shop: WritesShop): Promise<void> {
  try {
    await outboxOf(shop.inside.context.db).deleteQueuedJobs('send-mail');
  } catch (error) {
    // The library locks jobs in no fixed order: if a worker takes some concurrently, one of the two
    // transactions is rolled back.
    if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK)) throw error;
    await forgetJobs(shop);
  }
}

import { readFileSync } from 'node:fs';
import pg from 'pg';
import { outboxOf } from '#tests/support/outbox.ts';
import { BUYERS, tokensOfBuyers } from './buyers.ts';
import { type Load, loadHttp } from './http-load.ts';
import { orderRequest, type Wanted } from './order-load.ts';
import { orderScript } from './order-statements.ts';
import { runPgbench } from './pgbench.ts';
import type { WritesShop } from './writes-shop.ts';

/** The numbers of orders that two runs of pgbench give never meet. */
const NUMBERS_A_RUN = 1_000_000;

const WARM_UP_SECONDS = 2;

/** `deadlock_detected` of PostgreSQL. */
const DEADLOCK = '40P01';

/** Orders a second: as pgbench runs their statements with the shop standing still, and over HTTP; and the
 * milliseconds that a processor worked in the shop's process for each of those, emails included. */
export type OrderPair = { floor: number; ours: number; nodeMs: number };

/** Measures orders by 32 buyers in pairs, one after the other. */
export async function measureOrders(
  shop: WritesShop,
  wanted: Wanted,
  { pairs, seconds }: { pairs: number; seconds: number },
): Promise<OrderPair[]> {
  const measured: OrderPair[] = [];
  // Code that has never run is not what is measured.
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
    const workedMs = processorMs(shop.pid);
    const { perSecond, latenciesMs } = await orderOverHttp(shop, wanted, seconds);
    const nodeMs = (processorMs(shop.pid) - workedMs) / latenciesMs.length;
    measured.push({ floor, ours: perSecond, nodeMs });
  }
  return measured;
}

/** For how long processors have worked for a process so far (proc_pid_stat(5): in hundredths of a second). */
function processorMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

async function orderOverHttp(shop: WritesShop, wanted: Wanted, seconds: number): Promise<Load> {
  const tokens = await tokensOfBuyers(shop.inside.context);
  const load = { clients: BUYERS, seconds };
  const next = (buyer: number) => orderRequest(wanted, buyer, tokens[buyer] ?? '');
  return loadHttp(shop.port, load, next);
}

/** The mails of one run are not to be sent during the next. */
async function forgetJobs(shop: WritesShop): Promise<void> {
  try {
    await outboxOf(shop.inside.context.db).deleteQueuedJobs('send-mail');
  } catch (error) {
    // The library locks jobs in no order: where a worker takes some at the same
    // time, one of the two is undone.
    if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK)) throw error;
    await forgetJobs(shop);
  }
}

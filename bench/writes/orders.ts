import { outboxOf } from '#tests/support/outbox.ts';
import { BUYERS, tokensOfBuyers } from './buyers.ts';
import { loadHttp } from './http-load.ts';
import { orderRequest, type Wanted } from './order-load.ts';
import { orderScript } from './order-statements.ts';
import { runPgbench } from './pgbench.ts';
import type { WritesShop } from './writes-shop.ts';

/** The numbers of orders that two runs of pgbench give never meet. */
const NUMBERS_A_RUN = 1_000_000;

const WARM_UP_SECONDS = 2;

/** Orders a second: as pgbench runs their statements with the shop standing still, and over HTTP. */
export type OrderPair = { floor: number; ours: number };

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
    measured.push({ floor, ours: await orderOverHttp(shop, wanted, seconds) });
  }
  return measured;
}

async function orderOverHttp(shop: WritesShop, wanted: Wanted, seconds: number): Promise<number> {
  const tokens = await tokensOfBuyers(shop.inside.context);
  const load = { clients: BUYERS, seconds };
  const next = (buyer: number) => orderRequest(wanted, buyer, tokens[buyer] ?? '');
  return (await loadHttp(shop.port, load, next)).perSecond;
}

/** The mails of one run are not to be sent during the next. */
async function forgetJobs({ inside: { context: shop } }: WritesShop): Promise<void> {
  await outboxOf(shop.db).deleteQueuedJobs('send-mail');
}

import { againstFloor, type Row, showSpread, spreadOf } from '../support/figures.ts';
import { makeBuyers } from './buyers.ts';
import { measureOrders } from './orders.ts';
import { measurePayments } from './payments.ts';
import { makeAccount, measureBrowsing } from './sign-ins.ts';
import { startWritesShop } from './writes-shop.ts';

const RUNS = { pairs: 3, seconds: 5 };

/** Measures writes beside the same statements run by pgbench (which must be installed) on the same
 * PostgreSQL, in pairs one after another; and the cost of sign-ins for visitors who browse. */
export async function measureWrites(): Promise<Row[]> {
  const shop = await startWritesShop();
  const rows: Row[] = [];
  try {
    await makeBuyers(shop.inside.context);
    await makeAccount(shop);
    for (const wanted of ['distinct tools', 'one tool'] as const) {
      const pairs = await measureOrders(shop, wanted, RUNS);
      const [floor, ours] = [pairs.map((pair) => pair.floor), pairs.map((pair) => pair.ours)];
      rows.push(againstFloor(`orders/s, 32 buyers, ${wanted}`, floor, ours, '≥ 0.6 × floor'));
      const nodeMs = showSpread(spreadOf(pairs.map((pair) => pair.nodeMs)), 1);
      rows.push({ what: 'Node’s processor time for each, ms', ours: nodeMs, wanted: '' });
    }
    const settled: number[] = [];
    for (let run = 0; run < RUNS.pairs; run += 1) settled.push(await measurePayments(shop, RUNS.seconds));
    rows.push({
      what: 'payments settled from webhooks/s',
      ours: showSpread(spreadOf(settled)),
      wanted: '≥ 500',
    });
    const browsing = await measureBrowsing(shop, RUNS);
    const [idle, busy] = [browsing.map((run) => run.idle), browsing.map((run) => run.signingIn)];
    rows.push(againstFloor('p99 of `/`, ms: idle, and under 8 sign-ins/s', idle, busy, '≤ 2 × idle'));
    return rows;
  } finally {
    await shop.stop();
  }
}

import type { Differences } from '#tests/faults/support/compare-log.ts';
import { type Seen, underLoad } from '#tests/nodes/support/under-load.ts';
import { until } from '#tests/support/until.ts';
import type { FailoverShop } from './failover-shop.ts';
import type { Machine } from './machines.ts';

const WATCH_EVERY_MS = 50;
const ORDERS_AFTER = 40;
const ORDERS_WITHIN_MS = 120_000;

/** Harm done to the database: `leader`, if another machine must become it; `mend` undoes the harm. */
export type Harm = { leader?: Machine; mend(): void | Promise<void> };

/** What people saw of a harm, how what was charged and given back differs from what they were told, and the
 * longest time without a new order from then on. */
export type Survived = { seen: Seen; charged: Differences; longestMs: number };

/** Does harm to a whole database under load, waits until orders are placed again, and mends it, still under
 * load. */
export async function underFailure(t: FailoverShop, hurt: () => Promise<Harm>): Promise<Survived> {
  let longestMs = 0;
  const compareCharges = t.till.watchCharges();
  const seen = await underLoad(t, async ({ log }) => {
    const watched = watchOrders(() => log.orders.length);
    try {
      const { leader, mend } = await hurt();
      if (leader)
        await until('another leader', async () => (await t.database.leader()).name !== leader.name, 90_000);
      const { length } = log.orders;
      await until(
        'orders to be placed again',
        async () => log.orders.length >= length + ORDERS_AFTER,
        ORDERS_WITHIN_MS,
      );
      await mend();
      await t.database.becomeWhole();
      longestMs = watched.longestMs();
    } finally {
      watched.stop();
    }
  });
  await t.till.allTold();
  return { seen, charged: compareCharges(seen.writes), longestMs };
}

/** Watches a count that grows; tells the longest time that it did not. */
function watchOrders(count: () => number): { longestMs(): number; stop(): void } {
  let last = count();
  let since = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - since);
    if (count() === last) return;
    last = count();
    since = now;
  };
  const timer = setInterval(look, WATCH_EVERY_MS);
  return { longestMs: () => Math.round(longest), stop: () => clearInterval(timer) };
}

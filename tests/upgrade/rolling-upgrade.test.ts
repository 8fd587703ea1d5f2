import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { countTold } from '#tests/faults/support/crowd-log.ts';
import { reportFigure } from '#tests/faults/support/report-figure.ts';
import type { FleetProcess } from '#tests/faults/support/shop-fleet.ts';
import type { ShoppingCrowd } from '#tests/faults/support/shopping-crowd.ts';
import { nothingLost, underLoad } from '#tests/nodes/support/under-load.ts';
import { orderBody } from '#tests/support/buying.ts';
import { until } from '#tests/support/until.ts';
import { MADE_UP, startTwoVersions, type TwoVersions } from './support/two-versions.ts';
import { findEarlierVersions } from './support/versions.ts';
import { sendVisitor } from './support/visitor.ts';

/** Fewer than on several nodes: what is asked here is that both versions answer alike, not how many. */
const BUYERS = 6;
const VISITS = 4;

describe.each(findEarlierVersions())('from $what, $commit', ({ commit, what }) => {
  let t: TwoVersions;
  beforeAll(async () => {
    t = await startTwoVersions(commit);
  });
  afterAll(() => t?.stop());

  test('this version takes over node by node, and nobody notices', async () => {
    const { earlier } = t;
    const present: FleetProcess[] = [];
    const visitor = await sendVisitor(t.origin);
    onTestFinished(visitor.close);
    const buyer = await t.makeUser();
    const tool = await t.makeTool();
    let besideMs = 0;
    const takeOver = async (crowd: ShoppingCrowd) => {
      present.push(await t.startNew());
      const besideSince = performance.now();
      for (const node of earlier) {
        await untilOrders(crowd, 60);
        // It runs the new version's trigger.
        const order = { token: buyer.token, body: orderBody(tool.id) };
        const { status, body } = await node.call<Order>('POST', '/orders', order);
        expect(status).toBe(201);
        expect(await t.madeUpOrders()).toContain(body._id);
        for (let round = 0; round < VISITS; round += 1) expect(await visitor.visit()).toEqual([]);
        expect(await visitor.loadOpened()).toEqual([]);
        expect((await node.call('GET', '/readyz')).status).toBe(200);
        besideMs = performance.now() - besideSince;
        expect(await node.end('SIGTERM'), node.printed().slice(-4000)).toEqual({ code: 0, signal: null });
        present.push(await t.startNew(node));
      }
      await untilOrders(crowd, 30);
    };
    const seen = await underLoad(t, takeOver, { buyers: BUYERS });
    expect(seen).toMatchObject({
      ...nothingLost,
      reads: { again: [], failed: [] },
      writes: { again: [], surprises: [] },
    });
    expect([...earlier, ...present].flatMap(errorsOf)).toEqual([]);
    expect((await t.appliedMigrations()).at(-1)).toBe(MADE_UP);
    reportFigure(
      'rolling upgrade',
      `from ${what} (${commit.slice(0, 8)}), ${Math.round(besideMs / 1000)} s beside each other: ${countTold([seen.writes])}, ${seen.reads.reads} reads; 0 lost, 0 doubled, 0 failed`,
    );
  });
});

async function untilOrders({ log }: ShoppingCrowd, more: number): Promise<void> {
  const wanted = log.orders.length + more;
  await until(`${more} more orders`, async () => log.orders.length >= wanted, 120_000);
}

const ERROR = 50;

/** What a node logged of its own failures. */
function errorsOf(node: FleetProcess): string[] {
  const lines = node.printed().split('\n');
  return lines.filter((line) => Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= ERROR);
}

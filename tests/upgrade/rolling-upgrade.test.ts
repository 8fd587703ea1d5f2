import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { countTold } from '#tests/faults/support/crowd-log.ts';
import { reportFigure } from '#tests/faults/support/report-figure.ts';
import type { FleetProcess } from '#tests/faults/support/shop-fleet.ts';
import type { ShoppingCrowd } from '#tests/faults/support/shopping-crowd.ts';
import { nothingLost, underLoad } from '#tests/nodes/support/under-load.ts';
import { orderBody } from '#tests/support/buying.ts';
import { until } from '#tests/support/until.ts';
import { hashesAt, issuePapers, pdfInAccounts } from './support/papers.ts';
import { MADE_UP, startTwoVersions, type TwoVersions } from './support/two-versions.ts';
import { findEarlierVersions } from './support/versions.ts';
import { sendVisitor } from './support/visitor.ts';

/** Fewer than on several nodes: what is asked here is that both versions answer alike, not how many. */
const BUYERS = 6;
const VISITS = 4;
/** What a version without the ledger was paid is recorded by a job, every five minutes. */
const ADOPTED_WITHIN_MS = 6 * 60_000;

describe.each(findEarlierVersions())('from $what, $commit', ({ commit, what }) => {
  let t: TwoVersions;
  beforeAll(async () => {
    t = await startTwoVersions(commit);
  });
  afterAll(() => t?.stop());

  test('this version takes over node by node; people notice nothing but one login if sessions differ', async () => {
    const { earlier, hasSameSessions, keepsPapers } = t;
    const present: FleetProcess[] = [];
    const visitor = await sendVisitor(t.origin);
    onTestFinished(visitor.close);
    const buyer = await t.makeUser();
    const staff = await t.makeUser({ role: 'staff' });
    const tool = await t.makeTool();
    const [invoice, creditNote] = await issuePapers(t, { buyer, staff, toolId: tool.id });
    const hashes = (paper: typeof invoice, nodes = present) => hashesAt(nodes, paper, staff);
    const issued = keepsPapers ? [await hashes(invoice, earlier), await hashes(creditNote, earlier)] : [];
    let besideMs = 0;
    let aloneSince = 0;
    const takeOver = async (crowd: ShoppingCrowd) => {
      present.push(await t.startNew());
      const besideSince = performance.now();
      for (const node of earlier) {
        await untilOrders(crowd, hasSameSessions ? 60 : 5);
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
      aloneSince = performance.now();
      await untilOrders(crowd, 30);
    };
    const seen = await underLoad(t, takeOver, { buyers: BUYERS, settledWithinMs: ADOPTED_WITHIN_MS });
    expect(seen).toMatchObject({
      ...nothingLost,
      reads: { again: [], failed: [] },
      writes: { again: [], surprises: [] },
    });
    const { logins } = seen.writes;
    const mostLogins = mostOfOnePerson(logins.filter(({ at }) => hasSameSessions || at > aloneSince));
    expect(mostLogins).toBeLessThanOrEqual(hasSameSessions ? 0 : 1);
    for (const person of [buyer, staff]) {
      const statuses = async () =>
        Promise.all(
          present.map(
            async (node) => (await node.call('GET', `/user/${person.email}`, { token: person.token })).status,
          ),
        );
      expect(await statuses()).toEqual(Array(3).fill(hasSameSessions ? 200 : 401));
      person.token = await t.logIn(person.email);
      expect(await statuses()).toEqual([200, 200, 200]);
    }

    const invoiceHashes = await hashes(invoice);
    await until('the job to keep the credit note', () => t.isKept(creditNote._id), 120_000);
    const kept = [await hashes(invoice), await hashes(creditNote)];
    expect(kept).toEqual(keepsPapers ? issued : [invoiceHashes, [expect.any(String)]]);
    expect(invoiceHashes).toEqual(kept[0]);
    for (const paper of [invoice, creditNote])
      expect(await pdfInAccounts(t, paper, staff)).toBe(keepsPapers ? 'as_issued' : 'drawn_later');
    expect([...earlier, ...present].flatMap(errorsOf)).toEqual([]);
    expect((await t.appliedMigrations()).at(-1)).toBe(MADE_UP);
    reportFigure(
      'rolling upgrade',
      `from ${what} (${commit.slice(0, 8)}), ${Math.round(besideMs / 1000)} s beside each other: ${countTold([seen.writes])}, ${seen.reads.reads} reads; 0 lost, 0 doubled, 0 failed; ${logins.length} logins`,
    );
  });
});

async function untilOrders({ log }: ShoppingCrowd, more: number): Promise<void> {
  const wanted = log.orders.length + more;
  await until(`${more} more orders`, async () => log.orders.length >= wanted, 120_000);
}

/** The most often that one person has logged in. */
function mostOfOnePerson(logins: { email: string }[]): number {
  const times = Map.groupBy(logins, ({ email }) => email);
  return Math.max(0, ...[...times.values()].map(({ length }) => length));
}

const ERROR = 50;

/** What a node logged of its own failures. */
function errorsOf(node: FleetProcess): string[] {
  const lines = node.printed().split('\n');
  return lines.filter((line) => Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= ERROR);
}

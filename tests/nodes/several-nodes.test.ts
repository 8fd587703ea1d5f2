import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoTools } from '#demo/demo-tools.ts';
import links from '#demo/links.json' with { type: 'json' };
import demoReviews from '#demo/reviews.json' with { type: 'json' };
import type { Order } from '#features/orders/contract.ts';
import { countTold } from '#tests/faults/support/crowd-log.ts';
import { reportFigure } from '#tests/faults/support/report-figure.ts';
import { isFull, scaled } from '#tests/faults/support/scale.ts';
import { createSeededRandom } from '#tests/faults/support/seeded-random.ts';
import type { FleetProcess } from '#tests/faults/support/shop-fleet.ts';
import { accessTokenOf, signIn, signOut, signUp } from '#tests/support/accounts.ts';
import { orderBody } from '#tests/support/buying.ts';
import { expectEnded, expectOpen } from '#tests/support/sessions.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import { failOverUnderLoad } from './support/fail-over.ts';
import { seeChange, uploadPicture } from './support/see-change.ts';
import { type SeveralNodes, startSeveralNodes } from './support/several-nodes.ts';
import { nothingLost, type Seen, underLoad } from './support/under-load.ts';

/** Few enough that nobody waits for a tool's row as long as a statement may take, on a slow machine too. */
const SHOPPERS = scaled(12, 6);
const KILLS = scaled(60, 3);
const ROLLS = scaled(5, 1);

/** How the primary fails: its processes are killed, or, in the full run, its machine stops responding. */
const ends = isFull ? (['killed', 'silent'] as const) : (['killed'] as const);

describe.each(ends)('three nodes, the primary %s last', (how) => {
  let t: SeveralNodes;
  let admin: TestUser;
  beforeAll(async () => {
    t = await startSeveralNodes({ SHOP_DEMO: isFull ? '1' : '0' });
  });
  afterAll(() => t?.stop());

  async function countRows(table: 'tools' | 'reviews'): Promise<number> {
    return (await t.shop.db.selectFrom(table).select('id').execute()).length;
  }

  test('three nodes started at once on an empty database form one shop', async () => {
    const { db } = t.shop;
    // The admin is created last, when one node already serves.
    const isOpen = (node: FleetProcess) => node.printed().includes('Toolyard is open at');
    await until('all nodes to say that they are open', async () => t.nodes.every(isOpen));
    const files = await readdir(new URL('../../database/migrations', import.meta.url));
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map(({ name }) => `${name}.sql`)).toEqual(files.sort());
    const admins = await db.selectFrom('users').select('email').where('role', '=', 'admin').execute();
    expect(admins).toEqual([{ email: 'admin@toolyard.example' }]);
    const passwords = t.nodes.flatMap((node) => /password (\S+) \(generated/.exec(node.printed())?.[1] ?? []);
    expect(passwords).toHaveLength(1);
    expect(await signIn(t, 'admin@toolyard.example', passwords[0] ?? '')).toMatchObject({ status: 200 });
    if (isFull) await until('the demo catalogue', async () => (await countRows('tools')) > 0);
    const demo = isFull ? [demoTools.length + links.discontinued.length, demoReviews.length] : [0, 0];
    expect([await countRows('tools'), await countRows('reviews')]).toEqual(demo);
    admin = await t.makeUser({ role: 'admin' });
  });

  describe('nodes share', () => {
    test('a sign-in and a sign-out', async () => {
      const [one, two, three] = t.nodes;
      if (!one || !two || !three) throw new Error('three nodes are needed');
      const account = await signUp(one);
      const token = await accessTokenOf(two, account);
      for (const node of t.nodes) await expectOpen(node, token);
      await signOut(three, token);
      for (const node of t.nodes) await expectEnded(node, token);
    });

    test('a secret: a node with another one is refused', async () => {
      const newcomer = await t.readyNewcomer({ SHOP_SECRET: 'of another shop, and as long as it should be' });
      await expect(newcomer.start()).rejects.toThrow(
        'Another process of this shop runs with another secret. Give all of them the same SHOP_SECRET',
      );
    });

    test('an idempotency key: the same order sent to three nodes at once is placed once', async () => {
      const buyer = await t.makeUser();
      const { id } = await t.makeTool();
      for (let round = 1; round <= 5; round += 1) {
        const order = {
          token: buyer.token,
          body: orderBody(id),
          headers: { 'idempotency-key': randomUUID() },
        };
        const replies = await Promise.all(t.nodes.map((node) => node.call<Order>('POST', '/orders', order)));
        expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
        expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1);
        const placed = await t.shop.db
          .selectFrom('orders')
          .select('id')
          .where('user_id', '=', buyer.userId)
          .execute();
        expect(placed).toHaveLength(round);
      }
    });

    test('a change of the catalogue, in every cached page and answer', async () => {
      const img = await uploadPicture(t, admin);
      for (const node of t.nodes.keys()) await seeChange(t, node, { token: admin.token, img });
    });
  });

  describe('nginx', () => {
    test('passes on the real client address, whatever the client claims: limits apply across all nodes', async () => {
      const statuses: number[] = [];
      for (let message = 1; message <= 6; message += 1) {
        const body = { name: 'Ada', email: 'ada@example.com', phone: '+1 555 0100' };
        const headers = { 'x-forwarded-for': `198.51.100.${message}` };
        statuses.push((await t.call('POST', '/contact', { body, headers })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });

    test('gives each request without a key a distinct key', async () => {
      const buyer = await t.makeUser();
      const { id } = await t.makeTool();
      const order = { token: buyer.token, body: orderBody(id) };
      const replies = [
        await t.call<Order>('POST', '/orders', order),
        await t.call<Order>('POST', '/orders', order),
      ];
      expect(new Set(replies.map(({ body }) => body._id)).size).toBe(2);
    });

    test('leaves the upload limit to the shop', async () => {
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(11 * 1024 * 1024)], { type: 'image/png' }), 'large.png');
      const reply = await fetch(`${t.nginx.origin}/image`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}` },
        body: form,
      });
      expect([reply.status, await reply.json()]).toMatchObject([413, { error: { code: 'too_large' } }]);
    });
  });

  test('a rolling restart goes unnoticed', async () => {
    const roll = async () => {
      for (let nth = 0; nth < ROLLS; nth += 1) {
        for (const node of t.nodes) {
          expect(await node.end('SIGTERM'), node.printed().slice(-600)).toEqual({ code: 0, signal: null });
          await node.start();
        }
      }
    };
    const seen = await underLoad(t, roll, { buyers: SHOPPERS });
    expect(seen, t.nodes.map(({ printed }) => complaintsIn(printed())).join('\n')).toMatchObject({
      ...nothingLost,
      reads: { again: [], failed: [] },
      writes: { again: [], surprises: [] },
    });
    reportFigure(
      'several nodes',
      `${ROLLS} rolling restarts of three nodes behind nginx: ${describeSeen(seen)}`,
    );
  });

  test('a node killed repeatedly loses nothing and blocks no reader', async () => {
    const random = createSeededRandom(7);
    const seen = await underLoad(t, async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const node = random.pick(t.nodes);
        await node.end('SIGKILL');
        await node.start();
      }
    });
    expect(seen).toMatchObject({ ...nothingLost, reads: { failed: [] }, writes: { surprises: [] } });
    reportFigure(
      'several nodes',
      `${KILLS} kills -9 of one of three nodes behind nginx: ${describeSeen(seen)}`,
    );
  });

  test('a failed primary loses nothing that was acknowledged', async () => {
    const { seen, recoveredMs } = await failOverUnderLoad(t, how);
    expect(seen).toMatchObject({ ...nothingLost, writes: { surprises: [] } });
    const img = await uploadPicture(t, admin);
    for (const node of t.nodes.keys()) await seeChange(t, node, { token: admin.token, img });
    reportFigure(
      'several nodes',
      `the primary ${how} and its synchronous standby promoted: orders placed again after ${(recoveredMs / 1000).toFixed(1)} s; ${describeSeen(seen)}`,
    );
  });

  test('with no node left, nginx answers with the shop’s unavailable error', async () => {
    await Promise.all(t.nodes.map((node) => node.end('SIGKILL')));
    const reply = await t.call('GET', '/tool');
    expect([reply.status, reply.body]).toMatchObject([503, { error: { code: 'unavailable' } }]);
    expect(reply.headers.get('retry-after')).toBe('2');
  });
});

/** What a node logged as a warning or an error. */
const complaintsIn = (printed: string) =>
  printed
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line) && !line.includes('The shop is still starting'))
    .join('\n');

/** Describes the result in words, for the operating manual. */
function describeSeen({ reads, writes }: Seen): string {
  return `${reads.reads} reads, ${reads.again.length} of them answered at the second try, ${reads.failed.length} not; ${countTold([writes])}, ${writes.again.length} requests sent again, 0 lost, 0 doubled`;
}

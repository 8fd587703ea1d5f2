/** @module-tag sweep */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tally, times } from '#tests/support/at-once.ts';
import { beginPayment, confirmCard, placeOrder } from '#tests/support/buying.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const t = setUpRaceShop();

async function charge(toolId: string): Promise<string> {
  const buyer = await t.makeUser();
  const intent = await beginPayment(t, buyer, await placeOrder(t, buyer, toolId));
  await confirmCard(t, intent);
  return intent.paymentIntentId;
}

/** All invoice numbers, in the order in which they were assigned. */
async function numbers(): Promise<number[]> {
  const rows = await t.asOwner('select number from invoices order by number');
  return rows.map(({ number }) => Number(number));
}

const lockWaits = `select from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('fifty concurrent payments, each reported twice, have the invoice numbers 1 to 50', async () => {
  const tools = await times(5, () => t.makeCountedTool(100));
  const intents = await times(50, (n) => charge(tools[n % 5] ?? ''));
  const replies = await Promise.all(
    [...intents, ...intents.toReversed()].map((intentId, n) => t.deliver(intentId, `evt_${n}`)),
  );
  expect(tally(replies)).toEqual({ 200: 100 });
  expect(await numbers()).toEqual(upTo(50));
});

test('an invoice that is rolled back leaves no gap: the next one waiting gets its number', async () => {
  const before = (await numbers()).length;
  const toolId = await t.makeCountedTool(100);
  const intents = await times(6, () => charge(toolId));
  let settling: Promise<{ status: number }[]> | undefined;
  // Another transaction holds the next number when the six arrive, and then rolls back.
  const given = t.shop.db.transaction().execute(async (tx) => {
    await sql`update paper_numbers set next = next + 1 where kind = 'invoice'`.execute(tx);
    settling = Promise.all(intents.map((intentId, n) => t.deliver(intentId, `evt_gap_${n}`)));
    await expect.poll(() => t.asOwner(lockWaits), { timeout: 30_000 }).toHaveLength(6);
    throw new Error('given up');
  });
  await expect(given).rejects.toThrow('given up');
  expect(tally((await settling) ?? [])).toEqual({ 200: 6 });
  expect(await numbers()).toEqual(upTo(before + 6));
});

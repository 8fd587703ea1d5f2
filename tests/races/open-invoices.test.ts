/** @module-tag sweep */
import { expect, test } from 'vitest';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { shuffledPair, tally, times } from '#tests/support/at-once.ts';
import { placeOrder, readOrder, readPayments, startPayment } from '#tests/support/buying.ts';
import { giveBankDetails, invoiceOrders, withdrawInvoice } from '#tests/support/open-invoices.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = 6;
const t = setUpRaceShop();

async function setUp(units = 2) {
  await giveBankDetails(t);
  const [staff, buyer] = [await t.makeUser({ role: 'staff' }), await t.makeUser()];
  const toolId = await t.makeCountedTool(units);
  const order = await placeOrder(t, buyer, toolId, 2);
  const mark = () =>
    t.call('POST', `/customers/${buyer.email}/mark-paid`, {
      token: staff.token,
      body: { orderIds: [order._id], method: 'transfer' },
    });
  return { staff, buyer, toolId, order, mark };
}

const invoicesOf = async (number: string) =>
  (await t.asOwner(`select kind from invoices where '${number}' = any (order_numbers) order by id`)).map(
    ({ kind }) => kind,
  );

test('an invoice issued by several at once is issued once', async () => {
  const { staff, buyer, order } = await setUp();
  const replies = await times(6, () => invoiceOrders(t, staff, buyer, [order]));
  expect(tally(replies)).toEqual({ 201: 1, 409: 5 });
  expect(await invoicesOf(order.number)).toEqual(['invoice']);
  expect(await readPayments(t, order._id)).toMatchObject([{ state: 'live', held_quantity: 2 }]);
});

test('an invoice paid and withdrawn at once ends as one of the two', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { staff, buyer, order, mark } = await setUp();
    const { body: invoice } = await invoiceOrders(t, staff, buyer, [order]);
    const [paying, withdrawing] = shuffledPair(round, mark, () => withdrawInvoice(t, staff, invoice));
    const [paid, withdrawn] = [await paying, await withdrawing];
    const { paid: isPaid } = await readOrder(t, buyer, order._id);
    const payments = await readPayments(t, order._id);
    // Marking it paid after it was withdrawn takes money for the order itself.
    const isBoth = withdrawn.status === 200;
    expect([paid.status, isPaid]).toEqual([200, true]);
    expect(payments.map(({ state }) => state)).toEqual(isBoth ? ['cancelled', 'succeeded'] : ['succeeded']);
    expect(await invoicesOf(order.number)).toEqual(
      isBoth ? ['invoice', 'credit_note', 'invoice'] : ['invoice'],
    );
  }
});

test('a card and an invoice started at once hold the units once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { staff, buyer, order } = await setUp();
    const [starting, issuing] = shuffledPair(
      round,
      () => startPayment(t, buyer, order),
      () => invoiceOrders(t, staff, buyer, [order]),
    );
    const [started, issued] = [await starting, await issuing];
    expect([200, 409]).toContain(started.status);
    expect([201, 409]).toContain(issued.status);
    expect([started.status, issued.status]).not.toEqual([409, 409]);
    const live = (await readPayments(t, order._id)).filter(({ state }) => state === 'live');
    expect(live).toMatchObject([{ held_quantity: 2, method: issued.status === 201 ? 'transfer' : 'card' }]);
  }
  expect(await findBrokenRules(t.shop.db, { isSettled: false })).toEqual([]);
});

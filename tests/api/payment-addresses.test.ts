import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Address } from '#features/addresses/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { usAddress } from '#tests/support/addresses.ts';
import { endPayment, placeOrder, readOrder, readPayments } from '#tests/support/buying.ts';
import { setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUpForEach(() => t.makeUser());

const add = async (change: Parameters<typeof usAddress>[0], { token } = ada) =>
  (await t.call<Address>('POST', '/addresses', { token, body: usAddress(change) })).body;

const pay = (body: object) =>
  t.call<PaymentIntentReply & ErrorReply>('POST', '/create-payment-intent', { token: ada.token, body });

const makeOrder = async () => placeOrder(t, ada, (await t.makeTool({ onHand: 9 })).id);

/** The delivery and billing addresses of the order's live payment. */
const frozen = async (orderId: string) => {
  const live = (await readPayments(t, orderId)).find(({ state }) => state === 'live');
  return [live?.deliver_to, live?.bill_to];
};

const yard = 'Ada’s yard\n12 Workshop Lane\nSPRINGFIELD, IL 62701\nUNITED STATES';
const office = 'Ada’s office\n12 Workshop Lane\nSPRINGFIELD, IL 62701\nUNITED STATES';

describe('the address of a payment', () => {
  it('is frozen from the address book, and shown on each of its orders', async () => {
    const [to, bill] = [await add({ name: 'Ada’s yard' }), await add({ name: 'Ada’s office' })];
    const orders = [await makeOrder(), await makeOrder()];
    const orderIds = orders.map(({ _id }) => _id);
    expect((await pay({ orderIds, addressId: to._id, billingAddressId: bill._id })).status).toBe(200);
    await t.call('DELETE', `/addresses/${to._id}`, { token: ada.token });
    for (const id of orderIds) {
      expect(await frozen(id)).toEqual([yard, office]);
      expect(await readOrder(t, ada, id)).toMatchObject({ address: to.text, phone: '+1 217 555 0142' });
    }
  });

  it('is the same for delivery and billing unless chosen, and changes with the next call', async () => {
    const [to, other] = [await add({ name: 'Ada’s yard' }), await add({ name: 'Ada’s office', phone: '' })];
    const { _id: orderId, price, phone } = await makeOrder();
    const first = await pay({ orderId, price, addressId: to._id });
    expect(await frozen(orderId)).toEqual([yard, yard]);
    const again = await pay({ orderId, price, addressId: other._id });
    expect(again.body.paymentIntentId).not.toBe(first.body.paymentIntentId);
    expect((await readPayments(t, orderId)).map(({ state }) => state)).toEqual(['cancelled', 'live']);
    expect(await frozen(orderId)).toEqual([office, office]);
    // Without a choice, the order's current address is used, which is in the book.
    await pay({ orderId, price });
    expect(await frozen(orderId)).toEqual([office, office]);
    expect(phone).not.toBe((await readOrder(t, ada, orderId)).phone);
  });

  it('comes from the orders when nothing is chosen', async () => {
    const { _id: orderId, price, address } = await makeOrder();
    await add({});
    await pay({ orderId, price });
    expect(await frozen(orderId)).toEqual([null, null]);
    expect((await readOrder(t, ada, orderId)).address).toBe(address);
  });

  it('does not remain when the order’s own address changes', async () => {
    const { _id: to } = await add({});
    const { _id: orderId, price, minQuantity } = await makeOrder();
    await pay({ orderId, price, addressId: to });
    const change = { minQuantity, phone: '+1 217 555 0142', address: '8 Plumb Line' };
    const put = () => t.call('PUT', `/orders/${orderId}`, { token: ada.token, body: change });
    expect((await put()).status).toBe(409);
    await endPayment(t, ada, { _id: orderId });
    expect((await put()).status).toBe(200);
    expect(await frozen(orderId)).toEqual([undefined, undefined]);
    await pay({ orderId, price });
    expect(await frozen(orderId)).toEqual([null, null]);
  });

  it.each(['addressId', 'billingAddressId'])('belongs to no one else: %s', async (field) => {
    const { _id } = await add({}, await t.makeUser());
    const { _id: orderId, price, address } = await makeOrder();
    const own = await pay({ orderId, price });
    const reply = await pay({ orderId, price, [field]: _id });
    expect([reply.status, reply.body.error.field]).toEqual([404, field]);
    expect((await readPayments(t, orderId)).map(({ intent_id }) => intent_id)).toEqual([
      own.body.paymentIntentId,
    ]);
    expect((await readOrder(t, ada, orderId)).address).toBe(address);
    expect((await pay({ orderId, price, [field]: 'home' })).status).toBe(400);
  });
});

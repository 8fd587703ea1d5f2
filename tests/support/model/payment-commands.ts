import { markPaid } from '#features/counter/mark-paid.ts';
import { issueOpenInvoice } from '#features/payments/open-invoices/issue-open-invoice.ts';
import { withdrawInvoice } from '#features/payments/open-invoices/withdraw-invoice.ts';
import { endPayment } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { startPayment } from '#features/payments/start-payment.ts';
import { GOOD_CARD } from '../buying.ts';
import { beginDelivery, type ModelOrder } from './books.ts';
import { type Choice, chosenOrders, pick, type World } from './world.ts';

/** The calls that start, count or end a payment. */
export const paymentCommands = {
  async startPayment(world: World, choice: Choice) {
    const { t, buyer, payments } = world;
    const orders = chosenOrders(world, choice);
    if (orders.length === 0) return;
    const orderIds = orders.map(({ id }) => id);
    const started = await startPayment(t.shop, { currentUser: buyer, orderIds, idempotencyKey: undefined });
    if (payments.some(({ id }) => id === started.paymentIntentId)) return;
    payments.push({ ...begun(started.paymentIntentId, orders), clientSecret: started.clientSecret });
  },
  async charge({ t, payments }: World, { a }: Choice) {
    const payment = pick(payments, a);
    if (!payment?.clientSecret) return;
    const claim = { intentId: payment.id, clientSecret: payment.clientSecret, card: GOOD_CARD };
    await t.shop.sandboxCards?.confirm(claim);
    payment.isCharged = true;
  },
  /** As if the provider had charged the card at the moment it was told to cancel. */
  async chargeLate({ t, payments }: World, { a }: Choice) {
    const payment = pick(payments, a);
    if (!payment?.clientSecret) return;
    await t.asOwner(`update sandbox_cards.intents set status = 'succeeded' where id = '${payment.id}'`);
    payment.isCharged = true;
  },
  async settle({ t, payments }: World, { a }: Choice) {
    const payment = pick(payments, a);
    if (payment?.clientSecret) await settlePayment(t.shop, payment.id);
  },
  async endPayment({ t, buyer, orders }: World, { a }: Choice) {
    const order = pick(orders, a);
    if (order) await endPayment(t.shop, { currentUser: buyer, orderId: order.id });
  },
  async markPaid(world: World, choice: Choice) {
    const { t, staff, email, payments } = world;
    const orders = chosenOrders(world, choice);
    if (orders.length === 0) return;
    const paid = { orderIds: orders.map(({ id }) => id), method: 'cash' as const };
    const [order] = await markPaid(t.shop, { currentUser: staff, email, paid });
    const id = order?.transactionId ?? '';
    payments.push({ ...begun(id, orders), isCharged: true });
  },
  async invoice(world: World, choice: Choice) {
    const { t, staff, email, invoices } = world;
    const orders = chosenOrders(world, choice);
    if (orders.length === 0) return;
    const request = { orderIds: orders.map(({ id }) => id) };
    const { _id } = await issueOpenInvoice(t.shop, { currentUser: staff, email, request });
    invoices.push({ id: _id, orders });
  },
  /** The transfer for everything in an invoice; if the invoice was withdrawn, for the orders alone. */
  async payInvoice({ t, staff, email, invoices, payments }: World, { a }: Choice) {
    const invoice = pick(invoices, a);
    if (!invoice) return;
    const paid = { orderIds: invoice.orders.map(({ id }) => id), method: 'transfer' as const };
    const [order] = await markPaid(t.shop, { currentUser: staff, email, paid });
    payments.push({ ...begun(order?.transactionId ?? '', invoice.orders), isCharged: true });
  },
  async withdrawInvoice({ t, invoices }: World, { a }: Choice) {
    const invoice = pick(invoices, a);
    if (invoice) await withdrawInvoice(t.shop, { invoiceId: invoice.id, reason: 'Ordered twice' });
  },
};

function begun(id: string, orders: ModelOrder[]) {
  const units = new Map(orders.map((order) => [order.id, order.quantity]));
  const cents = new Map(orders.map((order) => [order.id, order.quantity * order.unitCents]));
  const delivery = beginDelivery([...cents.values()].reduce((total, each) => total + each, 0));
  return { id, clientSecret: undefined, units, cents, isCharged: false, delivery };
}

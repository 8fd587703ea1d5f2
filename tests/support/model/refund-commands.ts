import { undoParcel } from '#features/fulfilment/change-parcel.ts';
import { sendParcel } from '#features/fulfilment/send-parcel.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { cancelOrder } from '#features/refunds/cancel-order.ts';
import { settleProviderDispute } from '#features/refunds/disputes/settle-dispute.ts';
import { refundOrder } from '#features/refunds/refund-order.ts';
import { type Books, type ModelOrder, type ModelPayment, settleDelivery } from './books.ts';
import { type Choice, chosenOrders, pick, type World } from './world.ts';

/** The calls that ship what was paid for, or refund money. */
export const refundCommands = {
  async ship({ t, orders }: World, { a, yes }: Choice) {
    const order = pick(orders, a);
    if (!order) return;
    const { modifiedCount } = await shipOrder(t.shop, { orderId: order.id, despiteDispute: yes });
    if (modifiedCount === 1) order.sent = order.quantity - order.withdrawn;
  },
  async sendParcel(world: World, choice: Choice) {
    const { t, staff, parcels } = world;
    const orders = chosenOrders(world, choice);
    if (orders.length === 0) return;
    const quantity = pick([1, 2, 5], choice.c) ?? 1;
    const parcel = { orders: orders.map(({ id }) => ({ orderId: id, quantity })) };
    const { _id } = await sendParcel(t.shop, { currentUser: staff, parcel, idempotencyKey: undefined });
    for (const order of orders) order.sent += quantity;
    parcels.push({ id: _id, units: new Map(orders.map((order) => [order, quantity])) });
  },
  async undoParcel({ t, parcels }: World, { a }: Choice) {
    const parcel = pick(parcels, a);
    if (!parcel) return;
    await undoParcel(t.shop, { parcelId: parcel.id });
    for (const [order, units] of parcel.units) order.sent -= units;
    parcels.splice(parcels.indexOf(parcel), 1);
  },
  async cancel(world: World, { a }: Choice) {
    const { t, buyer, orders } = world;
    const order = pick(orders, a);
    if (!order) return;
    await cancelOrder(t.shop, { currentUser: buyer, orderId: order.id, reason: undefined });
    if (order.refundedUnits < order.quantity) takeBack(world, order, restUnits(order), { isRestocked: true });
  },
  async refundUnits(world: World, { a, b, c, yes }: Choice) {
    const { t, staff, orders } = world;
    const order = pick(orders, a);
    if (!order) return;
    const quantity = Math.min(pick([1, 2, 5, 20], b) ?? 1, Math.max(restUnits(order), 1));
    const isKept = c % 3 !== 0;
    const refund = { quantity, reason: 'Arrived bent', restock: yes, keepDelivery: isKept };
    await refundOrder(t.shop, { currentUser: staff, orderId: order.id, refund, idempotencyKey: undefined });
    takeBack(world, order, quantity, { isRestocked: yes, isKept });
  },
  async refundDelivery({ t, staff, orders }: World, { a }: Choice) {
    const order = pick(orders, a);
    if (!order) return;
    const refund = { delivery: true as const, reason: 'Came late', restock: false };
    await refundOrder(t.shop, { currentUser: staff, orderId: order.id, refund, idempotencyKey: undefined });
    const delivery = order.paidBy?.delivery;
    if (delivery) delivery.back = delivery.charged + delivery.kept;
  },
  async refundAmount({ t, staff, orders }: World, { a, b }: Choice) {
    const order = pick(orders, a);
    if (!order) return;
    const cents = pick([1, 999, 2000, 10_000], b) ?? 1;
    const refund = { amount: cents / 100, reason: 'A scratch', restock: false };
    await refundOrder(t.shop, { currentUser: staff, orderId: order.id, refund, idempotencyKey: undefined });
    const goods = Math.min(cents, (order.paidBy?.cents.get(order.id) ?? 0) - order.refundedCents);
    order.refundedCents += goods;
    if (order.paidBy) order.paidBy.delivery.back += cents - goods;
  },
  async openDispute({ t, orders, disputes }: World, { a }: Choice) {
    const payment = pick(orders, a)?.paidBy;
    if (!payment?.clientSecret) return;
    const dispute = await t.shop.sandboxCards?.openDispute(payment.id);
    if (!dispute) return;
    disputes.push({ id: dispute.id, payment });
    await settleProviderDispute(t.shop, dispute.id);
  },
  async winDispute(world: World, { a }: Choice) {
    await decide(world, a, 'won');
  },
  async loseDispute(world: World, { a }: Choice) {
    const lost = await decide(world, a, 'lost');
    if (!lost) return;
    for (const order of world.orders)
      if (order.paidBy === lost) order.refundedCents = lost.cents.get(order.id) ?? 0;
    lost.delivery.back = lost.delivery.charged + lost.delivery.kept;
  },
};

/** Decides a dispute as the bank, and notifies the shop. Returns its payment. */
export async function decide(
  { t, disputes }: World,
  nth: number,
  status: 'won' | 'lost',
): Promise<ModelPayment | undefined> {
  const dispute = pick(disputes, nth);
  if (!dispute) return undefined;
  disputes.splice(disputes.indexOf(dispute), 1);
  await t.shop.sandboxCards?.closeDispute(dispute.id, status);
  await settleProviderDispute(t.shop, dispute.id);
  return dispute.payment;
}

const restUnits = (order: ModelOrder) => order.quantity - order.refundedUnits;

/** Records the refund of units at their price; the last units of an order get all that is left of it. */
function takeBack(
  books: Books,
  order: ModelOrder,
  units: number,
  { isRestocked, isKept = true }: { isRestocked: boolean; isKept?: boolean },
): void {
  const left = (order.paidBy?.cents.get(order.id) ?? 0) - order.refundedCents;
  const back = units === restUnits(order) ? left : Math.min(left, units * order.unitCents);
  const withdrawn = Math.min(units, order.quantity - order.withdrawn - order.sent);
  order.refundedCents += back;
  order.withdrawn += withdrawn;
  order.refundedUnits += units;
  if (isRestocked) order.returned += units;
  if (withdrawn > 0) settleDelivery(books, { ...order, units: withdrawn, back, isKept });
}

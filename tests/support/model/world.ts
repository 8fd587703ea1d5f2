import { sql } from 'kysely';
import { acceptPrice } from '#features/cart/accept-price.ts';
import { changeOrder } from '#features/cart/change-order.ts';
import { deleteOrder } from '#features/cart/delete-order.ts';
import { placeOrder } from '#features/cart/place-order.ts';
import { editTool } from '#features/catalogue/edit-tool.ts';
import { markPaid } from '#features/counter/mark-paid.ts';
import { sendParcel } from '#features/fulfilment/send-parcel.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { undoParcel } from '#features/fulfilment/undo-parcel.ts';
import { endPayment } from '#features/payments/end-payment.ts';
import { issueOpenInvoice } from '#features/payments/open-invoices/issue-open-invoice.ts';
import { withdrawInvoice, withdrawPaidOtherwise } from '#features/payments/open-invoices/withdraw-invoice.ts';
import { refundPayment } from '#features/payments/refund-payment.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { startPayment } from '#features/payments/start-payment.ts';
import type { Quote } from '#features/quotes/contract.ts';
import { expireQuote } from '#features/quotes/end-quote.ts';
import { acceptQuote, declineQuote, withdrawQuote } from '#features/quoting/answer-quote.ts';
import { askForQuote } from '#features/quoting/ask-for-quote.ts';
import { offerQuote } from '#features/quoting/offer-quote.ts';
import { cancelOrder } from '#features/refunds/cancel-order.ts';
import { settleProviderDispute } from '#features/refunds/disputes/settle-dispute.ts';
import { retryRefund } from '#features/refunds/failed-refund.ts';
import { giveRefund } from '#features/refunds/give-refund.ts';
import { refundOrder } from '#features/refunds/refund-order.ts';
import { changeStock } from '#features/stock/change-stock.ts';
import { type CurrentUser, findCurrentUser } from '#features/users/store.ts';
import { GOOD_CARD } from '../buying.ts';
import type { TestShop, TestUser } from '../test-shop.ts';
import {
  type Books,
  beginDelivery,
  type ModelOrder,
  type ModelPayment,
  priceAt,
  settleDelivery,
  type Told,
} from './books.ts';

/** A sequence of calls in the making: its own tools and buyer, in a shop that all sequences share. */
export type World = Books & {
  t: TestShop;
  buyer: CurrentUser;
  staff: CurrentUser;
  email: string;
  quotes: Quote[];
  invoices: { id: string; orders: ModelOrder[] }[];
  parcels: { id: string; units: Map<ModelOrder, number> }[];
  /** Those that are open. */
  disputes: { id: string; payment: ModelPayment }[];
};

/** What a command is done with: numbers from which it chooses. */
export type Choice = { a: number; b: number; c: number; yes: boolean };

const QUANTITIES = [1, 2, 5, 10, 19, 20];
/** So that sums of unlike quantities meet: 5 × 20 = 10 × 10, 19 × 20 = 20 × 19. */
const PRICES = [1000, 1900, 2000];
const delivery = { phone: '+1 555 0100' };
const ADDRESSES = ['1 Workshop Lane', '8 Plumb Line'];

const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length];

/** Makes two tools, one of them at half its price from ten on, and a buyer with an order of either. */
export async function makeWorld(t: TestShop, staff: CurrentUser): Promise<World> {
  const [one, other, user] = await Promise.all([
    t.makeTool({ priceCents: 2000, onHand: 30 }),
    t.makeTool({ priceCents: 1900, onHand: 20 }),
    t.makeUser(),
  ]);
  const tools = [
    { id: one.id, received: 30, priceCents: 2000, minimum: 1, breaks: [] },
    { id: other.id, received: 20, priceCents: 1900, minimum: 1, breaks: [] },
  ];
  const world: World = {
    ...{ t, tools, staff, orders: [], payments: [], quotes: [], invoices: [], parcels: [], disputes: [] },
    buyer: await readUser(t, user),
    email: user.email,
  };
  await commands.reprice(world, { a: 0, b: 2, c: 1, yes: true });
  await commands.place(world, { a: 0, b: 2, c: 0, yes: true });
  await commands.place(world, { a: 1, b: 1, c: 0, yes: true });
  return world;
}

/** A person of the test as the use cases know them. */
export async function readUser(t: TestShop, { userId }: TestUser): Promise<CurrentUser> {
  const user = await findCurrentUser(t.shop.db, userId);
  if (!user) throw new Error('nobody there');
  return user;
}

const idsOf = ({ orders }: World, { a, b, yes }: Choice) => {
  const chosen = [pick(orders, a), yes ? pick(orders, b) : undefined].flatMap((order) => order ?? []);
  return [...new Set(chosen)];
};

/** Every call that changes units or money. Each writes down in the model what it was told has been done. */
export const commands = {
  async place(world: World, { a, b }: Choice) {
    const { t, buyer, orders, tools } = world;
    const tool = pick(tools, a);
    if (!tool || orders.length >= 4) return;
    const order = {
      toolId: tool.id,
      minQuantity: pick(QUANTITIES, b) ?? 1,
      ...delivery,
      address: '1 Workshop Lane',
    };
    const placed = await placeOrder(t.shop, { currentUser: buyer, order, idempotencyKey: undefined });
    const quantity = Math.max(order.minQuantity, tool.minimum);
    const nothing = {
      paidBy: undefined,
      sent: 0,
      refundedUnits: 0,
      withdrawn: 0,
      returned: 0,
      refundedCents: 0,
    };
    orders.push({ id: placed._id, tool, quantity, unitCents: priceAt(tool, quantity), ...nothing });
  },
  async change({ t, buyer, staff, orders }: World, { a, b, c, yes }: Choice) {
    const order = pick(orders, a);
    if (!order) return;
    const quantity = yes ? order.quantity : Math.max(pick(QUANTITIES, b) ?? 1, order.tool.minimum);
    const change = { minQuantity: quantity, ...delivery, address: pick(ADDRESSES, c) ?? '' };
    await changeOrder(t.shop, { currentUser: c % 3 === 0 ? staff : buyer, orderId: order.id, change });
    Object.assign(order, { quantity, unitCents: priceAt(order.tool, quantity) });
  },
  async acceptPrice({ t, buyer, orders }: World, { a }: Choice) {
    const order = pick(orders, a);
    if (!order) return;
    const unitCents = priceAt(order.tool, order.quantity);
    await acceptPrice(t.shop, { currentUser: buyer, orderId: order.id, price: unitCents / 100 });
    order.unitCents = unitCents;
  },
  async reprice({ t, tools }: World, { a, b, c, yes }: Choice) {
    const tool = pick(tools, a);
    const priceCents = pick(PRICES, b);
    if (!tool || !priceCents) return;
    const pack = c % 4 === 0 ? 5 : 1;
    const breaks = yes && priceCents === 2000 ? [{ quantity: 10, priceCents: 1000 }] : [];
    const { version } = await t.shop.db
      .selectFrom('tools')
      .select('version')
      .where('id', '=', tool.id)
      .executeTakeFirstOrThrow();
    await editTool(t.shop, tool.id, {
      version,
      price: priceCents / 100,
      price_breaks: breaks.map((each) => ({ quantity: each.quantity, price: each.priceCents / 100 })),
      pack_step: pack,
      min_order_quantity: 1,
    });
    Object.assign(tool, { priceCents, breaks, minimum: pack });
  },
  async receive({ t, staff, tools }: World, { a, b, yes }: Choice) {
    const tool = pick(tools, a);
    if (!tool) return;
    const units = (b % 9) + 1;
    const change = yes
      ? ({ kind: 'received', quantity: units } as const)
      : ({ kind: 'adjusted', quantity: -units, reason: 'Counted' } as const);
    await changeStock(t.shop, { currentUser: staff, idempotencyKey: undefined, toolId: tool.id, change });
    tool.received += change.quantity;
  },
  async startPayment(world: World, choice: Choice) {
    const { t, buyer, payments } = world;
    const orders = idsOf(world, choice);
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
  /** As if the provider had taken the card at the very moment at which it was told to cancel. */
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
    const orders = idsOf(world, choice);
    if (orders.length === 0) return;
    const paid = { orderIds: orders.map(({ id }) => id), method: 'cash' as const };
    const [order] = await markPaid(t.shop, { currentUser: staff, email, paid });
    const id = order?.transactionId ?? '';
    payments.push({ ...begun(id, orders), isCharged: true });
  },
  async invoice(world: World, choice: Choice) {
    const { t, staff, email, invoices } = world;
    const orders = idsOf(world, choice);
    if (orders.length === 0) return;
    const wish = { orderIds: orders.map(({ id }) => id) };
    const { _id } = await issueOpenInvoice(t.shop, { currentUser: staff, email, wish });
    invoices.push({ id: _id, orders });
  },
  /** The transfer for all that an invoice is about; where that was withdrawn, for the orders alone. */
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
  async delete({ t, buyer, orders }: World, { a }: Choice) {
    const order = pick(orders, a);
    if (order) await deleteOrder(t.shop, { currentUser: buyer, orderId: order.id });
  },
  async ship({ t, orders }: World, { a, yes }: Choice) {
    const order = pick(orders, a);
    if (!order) return;
    const { modifiedCount } = await shipOrder(t.shop, { orderId: order.id, despiteDispute: yes });
    if (modifiedCount === 1) order.sent = order.quantity - order.withdrawn;
  },
  async sendParcel(world: World, choice: Choice) {
    const { t, staff, parcels } = world;
    const orders = idsOf(world, choice);
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
  async askForQuote(world: World, choice: Choice) {
    const { t, buyer, quotes } = world;
    const orderIds = idsOf(world, choice).map(({ id }) => id);
    if (orderIds.length === 0) return;
    const wish = { orderIds, note: '' };
    quotes.push(await askForQuote(t.shop, { currentUser: buyer, wish, idempotencyKey: undefined }));
  },
  async offerQuote({ t, staff, quotes }: World, { a, b, yes }: Choice) {
    const quote = pick(quotes, a);
    if (!quote) return;
    const unitPrice = (pick(PRICES, b) ?? 1000) / 100;
    const offer = {
      ...{ version: quote.version, holds: yes, message: '' },
      expiresAt: new Date(t.clock.now().getTime() + 3_600_000).toISOString(),
      lines: quote.lines.map(({ orderId }) => ({ orderId, unitPrice })),
    };
    const input = { currentUser: staff, quoteId: quote._id, offer };
    quotes[quotes.indexOf(quote)] = await offerQuote(t.shop, input);
  },
  async acceptQuote({ t, buyer, quotes, orders }: World, { a }: Choice) {
    const quote = pick(quotes, a);
    if (!quote) return;
    const acceptance = { version: quote.version, price: quote.price ?? 1 };
    await acceptQuote(t.shop, { currentUser: buyer, quoteId: quote._id, acceptance });
    for (const { orderId, unitPrice } of quote.lines) {
      const order = orders.find(({ id }) => id === orderId);
      if (order && !order.paidBy) order.unitCents = Math.round((unitPrice ?? 0) * 100);
    }
  },
  async endQuote({ t, buyer, quotes }: World, { a, yes }: Choice) {
    const quote = pick(quotes, a);
    if (!quote) return;
    if (yes) await withdrawQuote(t.shop, quote._id);
    else await declineQuote(t.shop, { currentUser: buyer, quoteId: quote._id });
  },
  async passTime({ t }: World, { a }: Choice) {
    t.clock.advance((pick([1, 16, 61], a) ?? 1) * 60_000);
  },
  async runJobs(world: World) {
    const { t } = world;
    await endInvoicesPaidByCard(world);
    for (const { id, hold_expires_at } of await paymentsOf(world, 'live'))
      if (hold_expires_at && hold_expires_at <= t.clock.now()) await releaseHold(t.shop, id);
    for (const { _id } of world.quotes) await expireQuote(t.shop, _id);
    await giveMoneyBack(world);
  },
};

/** Lets the bank decide a dispute, and the shop hear of it. Answers its payment. */
async function decide(
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

function begun(id: string, orders: ModelOrder[]) {
  const units = new Map(orders.map((order) => [order.id, order.quantity]));
  const cents = new Map(orders.map((order) => [order.id, order.quantity * order.unitCents]));
  const delivery = beginDelivery([...cents.values()].reduce((total, each) => total + each, 0));
  return { id, clientSecret: undefined, units, cents, isCharged: false, delivery };
}

const restUnits = (order: ModelOrder) => order.quantity - order.refundedUnits;

/** Writes down that units were taken back at their price, the last of an order for all that is left of it. */
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

function paymentsOf({ t, buyer }: World, state: 'live' | 'refund_due') {
  return t.shop.db
    .selectFrom('payments')
    .select(['id', 'hold_expires_at'])
    .where('user_id', '=', buyer.userId)
    .where('state', '=', state)
    .execute();
}

/** Withdraws the open invoices of which an order was paid by a card that was charged after all. */
async function endInvoicesPaidByCard({ t, buyer }: World): Promise<void> {
  const rows = await t.shop.db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .innerJoin('orders', 'orders.id', 'payment_orders.order_id')
    .select('payments.id')
    .distinct()
    .where('payments.user_id', '=', buyer.userId)
    .where('payments.state', '=', 'live')
    .where('due_on', 'is not', null)
    .where('orders.paid_at', 'is not', null)
    .execute();
  for (const { id } of rows) await withdrawPaidOtherwise(t.shop, id);
}

async function giveMoneyBack(world: World): Promise<void> {
  const { t, orders } = world;
  for (const { id } of await paymentsOf(world, 'refund_due')) await refundPayment(t.shop, id);
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return;
  const due = t.shop.db.selectFrom('refunds').select('id').where('order_id', 'in', ids);
  for (const { id } of await due.where('state', '=', 'due').execute()) await giveRefund(t.shop, id);
}

/** Tries again what the provider would not give back while it was disputed. */
async function retryRefunds({ t, orders }: World): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const failed = t.shop.db.selectFrom('refunds').select('id').where('order_id', 'in', ids);
  for (const { id } of await failed.where('failure', '=', 'refused').execute())
    await retryRefund(t.shop, { refundId: id });
}

/** Brings everything to its end: what lives is counted or given back, what is disputed still is won, and all money that is due goes
 * back. */
export async function settleAll(world: World): Promise<void> {
  const { t, payments, disputes } = world;
  while (disputes.length > 0) await decide(world, 0, 'won');
  await retryRefunds(world);
  for (const { id, clientSecret } of payments) if (clientSecret) await settlePayment(t.shop, id);
  await endInvoicesPaidByCard(world);
  for (const { id, hold_expires_at } of await paymentsOf(world, 'live'))
    if (hold_expires_at) await releaseHold(t.shop, id);
  await giveMoneyBack(world);
}

/** Asks the shop's tables, in one statement. */
export async function readTold({ t, buyer, tools }: World): Promise<Told> {
  const toolIds = sql.join(tools.map(({ id }) => sql`${id}::uuid`));
  const { rows } = await sql<Told>`
    with own as (select * from orders where user_id = ${buyer.userId})
    select
      (select json_object_agg(id, json_build_object('onHand', on_hand, 'held', held,
        'moved', (select coalesce(sum(quantity), 0) from stock_movements where tool_id = tools.id),
        'reserved', (select coalesce(-sum(quantity), 0) from stock_movements
          where tool_id = tools.id and kind in ('reserved', 'released'))))
        from tools where id in (${toolIds})) as tools,
      (select coalesce(json_object_agg(id, json_build_object('quantity', quantity, 'unitCents', unit_price_cents,
        'transactionId', transaction_id, 'state', state, 'sent', sent_quantity,
        'inParcels', (select coalesce(sum(quantity), 0) from parcel_orders where order_id = own.id))), '{}') from own) as orders,
      (select coalesce(json_object_agg(order_id, json_build_object('paymentId', payment_id, 'held', held_quantity)), '{}')
        from payment_orders where order_id in (select id from own) and state = 'live') as live,
      (select coalesce(json_object_agg(order_id, held_quantity), '{}')
        from quote_orders where order_id in (select id from own) and state in ('offered', 'accepted') and held_quantity > 0) as quoted
  `.execute(t.shop.db);
  const [told] = rows;
  if (!told) throw new Error('nothing told');
  return told;
}

/** What the card provider kept and what the papers say, in cents. `unexplained`: what it took by disputes over what was paid, less what
 * the shop says that it did. */
export async function readMoney({ t, buyer }: World) {
  const { rows } = await sql<{ byCard: number; taken: number; refunded: number; unexplained: number }>`
    with own as (select id, intent_id, state from payments where user_id = ${buyer.userId}),
      kept as (select amount - refunded_amount - (select coalesce(sum(disputes.amount), 0)
          from sandbox_cards.disputes where intent_id = intents.id and disputes.status = 'lost') as cents
        from sandbox_cards.intents where id in (select intent_id from own) and status = 'succeeded')
    select
      (select coalesce(sum(greatest(cents, 0)), 0)::bigint from kept) as "byCard",
      (select coalesce(sum(-least(cents, 0)), 0)::bigint from kept)
        - (select coalesce(sum(uncounted_cents), 0)::bigint from disputes where payment_id in (select id from own)) as unexplained,
      -- Of what was invoiced, the part that is neither waited for still nor was taken back unpaid.
      (select coalesce(sum(case when kind = 'invoice' then total_cents else -total_cents end), 0)::bigint from invoices
        where payment_id in (select id from own where state <> 'live') and (kind = 'invoice' or refund_id is null)) as taken,
      (select coalesce(sum(total_cents), 0)::bigint from invoices
        where payment_id in (select id from own) and refund_id is not null) as refunded`.execute(t.shop.db);
  return rows[0];
}

import { acceptPrice, changeOrder, deleteOrder } from '#features/cart/change-order.ts';
import { placeOrder } from '#features/cart/place-order.ts';
import { editTool } from '#features/catalogue/edit-tool.ts';
import { acceptQuote, declineQuote, withdrawQuote } from '#features/quoting/answer-quote.ts';
import { askForQuote } from '#features/quoting/ask-for-quote.ts';
import { offerQuote } from '#features/quoting/offer-quote.ts';
import { changeStock } from '#features/stock/movements.ts';
import { priceAt } from './books.ts';
import { type Choice, chosenOrders, PRICES, pick, type World } from './world.ts';

const QUANTITIES = [1, 2, 5, 10, 19, 20];

const delivery = { phone: '+1 555 0100' };

const ADDRESSES = ['1 Workshop Lane', '8 Plumb Line'];

/** The calls that place, change and delete orders, their quotes and their tools. */
export const orderCommands = {
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
  async delete({ t, buyer, orders }: World, { a }: Choice) {
    const order = pick(orders, a);
    if (order) await deleteOrder(t.shop, { currentUser: buyer, orderId: order.id });
  },
  async askForQuote(world: World, choice: Choice) {
    const { t, buyer, quotes } = world;
    const orderIds = chosenOrders(world, choice).map(({ id }) => id);
    if (orderIds.length === 0) return;
    const newQuote = { orderIds, note: '' };
    quotes.push(await askForQuote(t.shop, { currentUser: buyer, newQuote, idempotencyKey: undefined }));
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
};

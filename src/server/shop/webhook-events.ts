import type { AppContext } from '#features/app-context.ts';
import { findManagedToolDetails, serializeToolDetails } from '#features/catalogue/store.ts';
import { findAnsweredMessages, serializeContactMessage } from '#features/contact/store.ts';
import { readPurchase } from '#features/order-lists/read-purchase.ts';
import { findLastParcel } from '#features/orders/parcel-store.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import { findOrder, type OrderView, serializeOrder } from '#features/orders/store.ts';
import { answerQuote } from '#features/quotes/quote-list.ts';
import { readReturn } from '#features/returns/store.ts';
import { findManagedReviews, serializeManagedReview } from '#features/reviews/store.ts';
import type { EventData, EventReaders } from '#features/webhooks/deliver-webhooks.ts';

type About = { id: string; detail: string | null };

async function readOrder({ db }: AppContext, id: string): Promise<OrderView> {
  const order = await findOrder(db, id, { withDeleted: true });
  if (!order) throw new Error(`order ${id} has vanished`);
  return order;
}

const order = async (context: AppContext, { id }: About): Promise<EventData> => ({
  data: serializeOrder(await readOrder(context, id), context.config.currency),
});

/** A shipment that was undone is not announced, nor one that still can be. */
async function shipped(context: AppContext, { id, detail }: About): Promise<EventData> {
  const { shipped_at } = await readOrder(context, id);
  if (shipped_at?.toISOString() !== detail) return 'gone';
  const parcel = await findLastParcel(context.db, id);
  const notBefore = new Date((parcel?.sent_at.getTime() ?? 0) + UNDO_SHIP_MS);
  return notBefore > context.clock.now() ? { notBefore } : order(context, { id, detail });
}

/** A deleted tool has only its id. */
async function tool({ db, config }: AppContext, { id }: About): Promise<EventData> {
  const row = await findManagedToolDetails(db, id);
  return { data: row ? serializeToolDetails(row, config.currency) : { _id: id, deleted: true } };
}

const returned = async ({ db, config }: AppContext, { id }: About): Promise<EventData> => {
  const data = await readReturn(db, id, config.currency);
  return data ? { data } : 'gone';
};

/** The data of each kind of event: the reply of the call that reads its object. */
export const eventReaders: EventReaders = {
  'purchase.paid': async (context, { id }) => ({
    data: await readPurchase(context, (await readOrder(context, id)).number),
  }),
  'order.shipped': shipped,
  'order.cancelled': order,
  'order.refunded': order,
  'return.requested': returned,
  'return.received': returned,
  'quote.accepted': async (context, { id }) => ({ data: await answerQuote(context, context.db, id) }),
  'tool.changed': tool,
  'stock.low': tool,
  'review.added': async ({ db }, { id }) => {
    const [row] = await findManagedReviews(db, [id]);
    return row ? { data: serializeManagedReview(row) } : 'gone';
  },
  'message.received': async ({ db }, { id }) => {
    const [row] = await findAnsweredMessages(db, [id]);
    return row ? { data: serializeContactMessage(row) } : 'gone';
  },
};

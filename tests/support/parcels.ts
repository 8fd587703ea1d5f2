import type { ErrorReply } from '#contracts/app-error.ts';
import type { Parcel } from '#features/orders/parcel-contract.ts';
import { buy } from './buying.ts';
import type { Reply, TestShop, TestUser } from './test-shop.ts';

/** Time in which a parcel can be undone and its email waits. */
export const UNDO_MS = 10_000;

/** A desk where staff pack a buyer's orders of one tool. */
export type PackingTable = {
  toolId: string;
  /** Calls the API as staff. */
  ask<Body = Parcel>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<Body & ErrorReply>>;
  send(
    orders: { orderId: string; quantity: number }[],
    more?: Record<string, unknown>,
  ): Promise<Reply<Parcel & ErrorReply>>;
  parcelsOf(orderId: string, reader?: TestUser): Promise<Parcel[]>;
  /** Buys units of the tool, as the buyer or somebody else; returns the order's id. */
  buyUnits(quantity: number, by?: TestUser): Promise<string>;
  /** Advances the clock and returns the subjects and texts of the emails sent meanwhile. */
  emailsAfter(ms: number): Promise<{ subject: string; text: string }[]>;
};

/** Opens a packing table with a tool that has ample stock. */
export async function openPackingTable(
  t: TestShop,
  { buyer, staff }: { buyer: TestUser; staff: TestUser },
): Promise<PackingTable> {
  const { id: toolId } = await t.makeTool({ name: 'Bow saw', onHand: 10_000 });
  const ask: PackingTable['ask'] = (method, path, body, headers) =>
    t.call(method, path, { token: staff.token, body, ...(headers && { headers }) });
  return {
    toolId,
    ask,
    send: (orders, more = {}) => ask('POST', '/parcels', { orders, ...more }),
    async parcelsOf(orderId, { token } = buyer) {
      return (await t.call<Parcel[]>('GET', `/orders/${orderId}/parcels`, { token })).body;
    },
    buyUnits: async (quantity, by = buyer) => (await buy(t, by, toolId, quantity))._id,
    async emailsAfter(ms) {
      const before = await t.shop.db.selectFrom('mailbox.messages').select('id').execute();
      t.clock.advance(ms);
      await t.runJobs();
      const all = await t.shop.db.selectFrom('mailbox.messages').selectAll().orderBy('id').execute();
      return all
        .filter(({ id }) => !before.some((known) => known.id === id))
        .map(({ subject, text_body }) => ({ subject, text: text_body }));
    },
  };
}

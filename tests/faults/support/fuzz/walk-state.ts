import type { Reply, TestUser } from '#tests/support/test-shop.ts';

/** Sends one call of the walk, checks the answer against the document, and gives it back. */
export type Ask = <Body>(
  call: string,
  sent: { target: string; token?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<Reply<Body>>;

/** Who walks, and what for. */
export type WalkScene = {
  ask: Ask;
  buyer: TestUser;
  stranger: TestUser;
  admin: TestUser;
  toolId: string;
  /** What the card provider signs its webhooks with. */
  webhookKey: Buffer;
  /** Units of the tool at the start. */
  units: number;
};

/** What the walk knows of one of its orders. `charged`: the card has been
 * charged, and word of it is on its way. */
export type WalkedOrder = {
  id: string;
  price: number;
  quantity: number;
  state: 'unpaid' | 'held' | 'waiting' | 'charged' | 'paid' | 'shipped' | 'deleted';
  intent?: { paymentIntentId: string; clientSecret: string };
};

/** A walk so far. */
export type Walk = WalkScene & {
  orders: WalkedOrder[];
  isToolGone: boolean;
  last?: Placing & { orderId: string };
};

/** An order as it was sent. */
type Placing = { key: string; body: { minQuantity: number } };

/** @throws when a reply has none of the statuses that it may have */
export function expectOneOf(what: string, { status, body }: Reply, allowed: number[]): void {
  if (allowed.includes(status)) return;
  throw new Error(`${what}: ${status} instead of ${allowed.join(' or ')}: ${JSON.stringify(body)}`);
}

/** Whether an order is known to be paid. */
export const isPaid = ({ state }: WalkedOrder) => state === 'paid' || state === 'shipped';

/** Units that a new order can still get: neither sold, nor charged, nor held. */
export function unitsLeft({ orders, units }: Walk): number {
  const gone = orders.filter(({ state }) => state !== 'unpaid' && state !== 'deleted');
  return units - gone.reduce((sum, { quantity }) => sum + quantity, 0);
}

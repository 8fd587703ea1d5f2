import type { Reply, TestUser } from '#tests/support/test-shop.ts';

/** Sends one call of the walk, checks the answer against the document, and returns it. */
export type Ask = <Body>(
  call: string,
  sent: { target: string; token?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<Reply<Body>>;

/** Who walks, and with which tool. */
export type WalkScene = {
  ask: Ask;
  buyer: TestUser;
  stranger: TestUser;
  admin: TestUser;
  toolId: string;
  /** The key with which the card provider signs its webhooks. */
  webhookKey: Buffer;
  /** Units of the tool at the start. */
  units: number;
};

/** What the walk knows of one of its orders. `charged`: the card has been charged, and the report is on its
 * way. */
export type WalkedOrder = {
  id: string;
  price: number;
  quantity: number;
  state: 'unpaid' | 'held' | 'waiting' | 'charged' | 'paid' | 'shipped' | 'deleted';
  intent?: { paymentIntentId: string; clientSecret: string };
};

export type Walk = WalkScene & {
  orders: WalkedOrder[];
  isToolGone: boolean;
  last?: Placing & { orderId: string };
};

type Placing = { key: string; body: { minQuantity: number } };

/** @throws when a reply has none of the allowed statuses */
export function expectOneOf(what: string, { status, body }: Reply, allowed: number[]): void {
  if (allowed.includes(status)) return;
  throw new Error(`${what}: ${status} instead of ${allowed.join(' or ')}: ${JSON.stringify(body)}`);
}

/** Whether an order is known to be paid. */
export const isPaid = ({ state }: WalkedOrder) => state === 'paid' || state === 'shipped';

/** Returns the units that a new order can still get: not sold, charged or held. */
export function unitsLeft({ orders, units }: Walk): number {
  const gone = orders.filter(({ state }) => state !== 'unpaid' && state !== 'deleted');
  return units - gone.reduce((sum, { quantity }) => sum + quantity, 0);
}

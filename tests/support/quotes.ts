import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import type { NewOffer, Quote } from '#features/quotes/contract.ts';
import { expectStatus } from './buying.ts';
import type { Reply, TestShop, TestUser } from './test-shop.ts';

/** Anything that calls the shop over HTTP: a test shop, or one process of several. */
type Caller = Pick<TestShop, 'call'>;

type Wanted = Pick<Order, '_id'>;
type Answer = Promise<Reply<Quote & ErrorReply>>;

const MINUTES = 60_000;

/** Requests a quote of some orders. */
export const ask = (t: Caller, buyer: TestUser, orders: Wanted[], body: object = {}, key?: string): Answer =>
  t.call('POST', '/quotes', {
    token: buyer.token,
    body: { orderIds: orders.map(({ _id }) => _id), ...body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

/** The offer for some orders: each unit for `unitPrice`, with the units reserved, for five minutes. */
export const offerBody = (
  t: Pick<TestShop, 'clock'>,
  orderIds: string[],
  {
    unitPrice = 10,
    minutes = 5,
    ...besides
  }: Partial<NewOffer> & { unitPrice?: number; minutes?: number } = {},
): NewOffer => ({
  lines: orderIds.map((orderId) => ({ orderId, unitPrice })),
  holds: true,
  expiresAt: new Date(t.clock.now().getTime() + minutes * MINUTES).toISOString(),
  message: '',
  ...besides,
});

/** Offers prices for a quote. */
export const offer = (
  t: Caller & Pick<TestShop, 'clock'>,
  staff: TestUser,
  { _id, version, lines }: Pick<Quote, '_id' | 'version' | 'lines'>,
  besides: Parameters<typeof offerBody>[2] = {},
): Answer =>
  t.call('POST', `/quotes/${_id}/offer`, {
    token: staff.token,
    body: {
      version,
      ...offerBody(
        t,
        lines.map(({ orderId }) => orderId),
        besides,
      ),
    },
  });

/** Accepts a quote in the version that was seen. */
export const accept = (
  t: Caller,
  buyer: TestUser,
  { _id, version, price }: Pick<Quote, '_id' | 'version' | 'price'>,
): Answer => t.call('POST', `/quotes/${_id}/accept`, { token: buyer.token, body: { version, price } });

export const decline = (t: Caller, buyer: TestUser, { _id }: Wanted): Answer =>
  t.call('POST', `/quotes/${_id}/decline`, { token: buyer.token });

export const withdraw = (t: Caller, staff: TestUser, { _id }: Wanted): Answer =>
  t.call('POST', `/quotes/${_id}/withdraw`, { token: staff.token });

/** Reads a quote as a person who has access. */
export const readQuote = async (t: Caller, reader: TestUser, { _id }: Wanted): Promise<Quote> =>
  expectStatus(await t.call<Quote>('GET', `/quotes/${_id}`, { token: reader.token }), 200);

/** A quote of some orders that has been offered. */
export async function makeOffered(
  t: Caller & Pick<TestShop, 'clock'>,
  { buyer, staff }: { buyer: TestUser; staff: TestUser },
  orders: Wanted[],
  besides: Parameters<typeof offerBody>[2] = {},
): Promise<Quote> {
  const asked = expectStatus(await ask(t, buyer, orders), 201);
  return expectStatus(await offer(t, staff, asked, besides), 200);
}

/** The same, accepted. */
export async function makeAccepted(
  t: Caller & Pick<TestShop, 'clock'>,
  people: { buyer: TestUser; staff: TestUser },
  orders: Wanted[],
  besides: Parameters<typeof offerBody>[2] = {},
): Promise<Quote> {
  const offered = await makeOffered(t, people, orders, besides);
  return expectStatus(await accept(t, people.buyer, offered), 200);
}

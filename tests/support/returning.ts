import { shipOrder } from '#features/fulfilment/ship-order.ts';
import type { Order } from '#features/orders/contract.ts';
import type { Return } from '#features/returns/contract.ts';
import { buy, expectStatus } from './buying.ts';
import { noiseJpeg } from './pictures.ts';
import type { Reply, TestShop, TestUser } from './test-shop.ts';

/** Buys units of a new tool, and ships them. */
export async function buyShipped(
  t: TestShop,
  buyer: TestUser,
  quantity = 2,
  priceCents = 1250,
): Promise<Order> {
  const order = await buy(t, buyer, (await t.makeTool({ onHand: 20, priceCents })).id, quantity);
  await shipOrder(t.shop, { orderId: order._id });
  return order;
}

/** A line of a new return. */
export const lineOf = ({ _id }: Pick<Order, '_id'>, quantity = 1, reason = 'defective') => ({
  orderId: _id,
  quantity,
  reason,
});

/** Requests a return. */
export const askReturn = (
  t: TestShop,
  by: TestUser,
  lines: object[],
  { note = '', key }: { note?: string; key?: string } = {},
): Promise<Reply<Return>> =>
  t.call('POST', '/returns', {
    token: by.token,
    body: { lines, note },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

/** Answers, receives, or closes a return. */
export const changeReturn = (
  t: TestShop,
  by: TestUser,
  returnId: string,
  body: object,
  key?: string,
): Promise<Reply<Return>> =>
  t.call('PATCH', `/returns/${returnId}`, {
    token: by.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });

/** Requests a return of units of an order, approved by staff. */
export async function approvedReturn(
  t: TestShop,
  { buyer, staff }: { buyer: TestUser; staff: TestUser },
  order: Pick<Order, '_id'>,
  quantity = 1,
): Promise<Return> {
  const { _id } = expectStatus(await askReturn(t, buyer, [lineOf(order, quantity)]), 201);
  return expectStatus(await changeReturn(t, staff, _id, { state: 'approved' }), 200);
}

/** Everything of a line that arrived and was accepted. */
export const accepted = ({ _id }: Pick<Order, '_id'>, units: number, more: object = {}) => ({
  orderId: _id,
  received: units,
  accepted: units,
  ...more,
});

/** The form of a picture. */
export async function pictureForm(bytes?: Buffer): Promise<FormData> {
  const form = new FormData();
  const picture = bytes ?? (await noiseJpeg({ width: 40, height: 30 }));
  form.append('image', new Blob([new Uint8Array(picture)]), 'a.jpg');
  return form;
}

/** The form of a label. */
export function labelForm(text = '%PDF-1.7\n%%EOF\n'): FormData {
  const form = new FormData();
  form.append('label', new Blob([text], { type: 'application/pdf' }), 'label.pdf');
  return form;
}

/** Uploads a file to a return: a label replaces the earlier one. */
export async function sendReturnFile(
  t: TestShop,
  { token }: { token: string | undefined },
  path: string,
  form: FormData,
): Promise<Reply<Return>> {
  const method = path.endsWith('label') ? 'PUT' : 'POST';
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const reply = await fetch(`${t.url}${path}`, { method, headers, body: form });
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Return };
}

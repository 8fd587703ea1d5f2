import { beforeAll, expect, it } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { UserRow } from '#features/users/roles-contract.ts';
import { usAddress } from '#tests/support/addresses.ts';
import { orderBody } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff', name: 'Staff' }));
const ada = setUp(() => t.makeUser({ name: 'Ada' }));
const bob = setUp(() => t.makeUser({ name: 'Bob' }));
const tool = setUp(() => t.makeTool({ onHand: 1000 }));

beforeAll(async () => {
  await place(ada, { phone: '(937) 555-0142', purchaseOrderNumber: 'PO-4711/Köln' });
  await place(bob, { phone: '+49 (0)171 7654321, Bob', purchaseOrderNumber: '4500012345' });
  await place(bob, { phone: '555-0199 x12', purchaseOrderNumber: '' });
  await place(bob, { phone: '1', purchaseOrderNumber: '' });
});

async function place(by: TestUser, about: object): Promise<Order> {
  const body = { ...orderBody(tool.id), ...about };
  const { status, body: order } = await t.call<Order>('POST', '/orders', { token: by.token, body });
  expect(status).toBe(201);
  return order;
}

async function phonesOf(q: string): Promise<string[]> {
  const path = `/manageorders?q=${encodeURIComponent(q)}`;
  const { status, body, headers } = await t.call<Order[]>('GET', path, { token: staff.token });
  expect([status, headers.get('x-total-count')]).toEqual([200, String(body.length)]);
  return body.map(({ phone }) => phone);
}

async function namesOf(q: string): Promise<string[]> {
  const path = `/user?q=${encodeURIComponent(q)}`;
  const { status, body } = await t.call<UserRow[]>('GET', path, { token: staff.token });
  expect(status).toBe(200);
  return body.map(({ displayName }) => displayName);
}

const adas = ['(937) 555-0142'];
const bobs = ['+49 (0)171 7654321, Bob'];

it.each([
  ['(937) 555-0142', adas],
  ['9375550142', adas],
  ['+1 937 555 0142', adas],
  ['001-937-555-0142', adas],
  ['+1.937.555.0142 ext. 7', adas],
  ['+19375550142;ext=7', adas],
  ['９３７ ５５５ ０１４２', adas],
  ['937–555–0142', adas],
  ['5550142', adas],
  ['7 555 0142', adas],
  ['550142', []],
  ['938 555 0142', []],
  ['937 555 014', adas],
  ['937 555', adas],
  ['937555', adas],
  ['(937) 5550', adas],
  ['937 556', []],
  ['937 55', []],
  ['171 765', bobs],
  ['0000000', []],
  ['0000001', []],
  ['0171/7654321', bobs],
  ['+49 171 7654321', bobs],
  ['+43 171 7654321', []],
  ['5550199', ['555-0199 x12']],
  ['+1 937 555 0199', ['555-0199 x12']],
  ['55501991', []],
  ['po-4711', adas],
  ['PO-4711/KÖLN', adas],
  ['PO-4711/Ko\u0308ln', adas],
  ['-4711', []],
  ['PO_4711', []],
  ['%', []],
  ['45000', bobs],
  ['4500012345', bobs],
  ['00012345', []],
])('staff find orders by %s', async (q, found) => expect(await phonesOf(q)).toEqual(found));

it('combines a phone number with other filters, and applies it to the file', async () => {
  const paid = await t.call('GET', '/manageorders?q=9375550142&status=paid', { token: staff.token });
  expect(paid).toMatchObject({ status: 200, body: [] });
  const file = await t.call<string>('GET', '/exports/orders.csv?q=po-4711', { token: staff.token });
  expect(file.status).toBe(200);
  expect(file.body.trim().split('\r\n')).toHaveLength(2);
});

it('finds customers by the phone of their profile, address book or order', async () => {
  const eve = await t.makeUser({ name: 'Eve' });
  const send = async (method: string, path: string, body: object) =>
    expect((await t.call(method, path, { token: eve.token, body })).status).toBeLessThan(300);
  await send('PATCH', `/user/${eve.email}`, { phone: '(937) 555-0177' });
  await send('POST', '/addresses', usAddress({ phone: '217.555.0142' }));
  expect(await namesOf('+1 937 555 0177')).toEqual(['Eve']);
  expect(await namesOf('(217) 555-0142')).toEqual(['Eve']);
  expect(await namesOf('5550142')).toEqual(['Eve', 'Ada']);
  expect(await namesOf('9375550142')).toEqual(['Ada']);
  expect(await namesOf('217 555')).toEqual(['Eve']);
  expect(await namesOf('937 555')).toEqual(['Eve', 'Ada']);
  expect(await namesOf('0171 7654321')).toEqual(['Bob']);
  expect(await namesOf('5550111')).toEqual([]);
});

it('finds no other person’s orders for a buyer', async () => {
  for (const q of ['9375550142', 'PO-4711', '5550142']) {
    const ask = (path: string) => t.call<Order[]>('GET', `${path}q=${q}`, { token: bob.token });
    expect(await ask(`/orders?email=${bob.email}&`)).toMatchObject({ status: 200, body: [] });
    expect((await ask(`/orders?email=${ada.email}&`)).status).toBe(403);
    expect((await ask('/manageorders?')).status).toBe(403);
    expect((await ask('/user?')).status).toBe(403);
  }
});

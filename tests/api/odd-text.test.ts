import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { usAddress } from '#tests/support/addresses.ts';
import { GOOD_CARD, orderBody } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const user = setUp(() => t.makeUser());
const tool = setUp(() => t.makeTool());

/** The status of a call, and the field that its refusal names. */
async function refusedAt(method: string, path: string, body: object, token?: string) {
  const reply = await t.call<ErrorReply>(method, path, { ...(token && { token }), body });
  return [reply.status, reply.body.error?.field];
}

const contact = { name: 'Cora', email: 'cora@home.example', phone: '555 0199' };
const newTool = () => ({
  name: 'Adze',
  description: 'Hollows.',
  min_order_quantity: 1,
  available_quantity: 5,
  price: 9,
  img: tool.img,
});
const named = () => ({ ...orderBody(tool.id), toolId: undefined, toolName: tool.name });
const account = { name: 'Ada', email: 'odd@shop.example', password: PASSWORD };

/** A bad text is refused before its subject is looked up. */
const NOTHING = '0198c0de-0000-7000-8000-000000000000';

/** Every text that people send and the shop stores or searches: the call, a valid body, and the field. */
const fields: [
  method: string,
  path: string,
  field: string,
  body: () => object,
  who: 'admin' | 'user' | '',
][] = [
  ['POST', '/orders', 'phone', () => orderBody(tool.id), 'user'],
  ['POST', '/orders', 'address', () => orderBody(tool.id), 'user'],
  ['POST', '/orders', 'purchaseOrderNumber', () => orderBody(tool.id), 'user'],
  ['POST', '/orders', 'buyerNote', () => orderBody(tool.id), 'user'],
  ['POST', '/orders', 'toolName', named, 'user'],
  ...(
    ['name', 'company', 'line1', 'line2', 'district', 'city', 'region', 'postalCode', 'phone'] as const
  ).map((field): (typeof fields)[number] => ['POST', '/addresses', field, usAddress, 'user']),
  ['POST', '/orders', 'img', named, 'user'],
  ['POST', '/review', 'reviews', () => ({ rate: 5 }), 'user'],
  ['POST', `/review/${NOTHING}/hide`, 'reason', () => ({}), 'admin'],
  ['POST', `/review/${NOTHING}/answer`, 'text', () => ({}), 'admin'],
  ['POST', `/contact/${NOTHING}/answer`, 'text', () => ({}), 'admin'],
  ['POST', '/contact', 'name', () => contact, ''],
  ['POST', '/contact', 'phone', () => contact, ''],
  ['POST', '/tool', 'name', newTool, 'admin'],
  ['POST', '/tool', 'description', newTool, 'admin'],
  ['POST', '/tool', 'img', newTool, 'admin'],
  ['POST', '/tool', 'category', newTool, 'admin'],
  ['POST', '/tool', 'brand', newTool, 'admin'],
  ['POST', '/api/auth/sign-up/email', 'name', () => account, ''],
  ...['name', 'education', 'linkedin', 'phone', 'city', 'district', 'company', 'vatNumber'].map(
    (field): (typeof fields)[number] => ['PATCH', '/user/me', field, () => ({}), 'user'],
  ),
];

describe.each(fields)('%s %s refuses in %s', (method, path, field, body, who) => {
  const send = (text: string) => {
    const token = { admin: admin.token, user: user.token, '': undefined }[who];
    const value = field === 'linkedin' ? `https://linkedin.example/${text}` : text;
    return refusedAt(method, path.replace('/me', `/${user.email}`), { ...body(), [field]: value }, token);
  };

  it.each([
    ['the character zero', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800b'],
    ['a control character', 'a\u001b[31mb'],
  ])('%s', async (_what, text) => expect(await send(text)).toEqual([400, field]));
});

describe('invisible text', () => {
  it.each(['\u200b', '\ufeff\u2060', '\u00a0\u200d'])('counts as empty: %j', async (blank) => {
    const body = { ...orderBody(tool.id), address: blank };
    expect(await refusedAt('POST', '/orders', body, user.token)).toEqual([400, 'address']);
    expect(await refusedAt('POST', '/contact', { ...contact, name: blank })).toEqual([400, 'name']);
  });
});

describe('text of several lines', () => {
  it('is accepted in a field for several lines, and refused in one for a single line', async () => {
    const body = orderBody(tool.id);
    const lines = '1 Workshop Lane\r\n\tSheffield';
    expect(await refusedAt('POST', '/orders', { ...body, address: lines }, user.token)).toEqual([
      201,
      undefined,
    ]);
    expect(await refusedAt('POST', '/orders', { ...body, phone: lines }, user.token)).toEqual([400, 'phone']);
  });
});

describe('ids and searches', () => {
  it.each(['q', 'category'])('refuses the character zero in %s', async (field) => {
    const reply = await t.call<ErrorReply>('GET', `/tool?${field}=a%00b`);
    expect([reply.status, reply.body.error.field]).toEqual([400, field]);
  });

  it('refuses a NUL character in a payment’s id', async () => {
    const order = await t.call<{ _id: string }>('POST', '/orders', {
      token: user.token,
      body: orderBody(tool.id),
    });
    const path = `/orders/${order.body._id}`;
    expect(await refusedAt('PATCH', path, { transactionId: 'a\u0000' }, user.token)).toEqual([
      400,
      'transactionId',
    ]);
    const confirm = { clientSecret: 'x', card: GOOD_CARD, billing: { name: 'Ada', email: 'a@b.example' } };
    expect(await refusedAt('POST', '/sandbox-cards/intents/a%00/confirm', confirm)).toEqual([
      400,
      'intentId',
    ]);
  });
});

it('accepts the names and words of any script', async () => {
  for (const name of ['Łukasz Żółw', 'عائشة', '王小明', "O'Brien-Ñuñez", '👷🏽‍♀️ Zoë', 'नेहा']) {
    expect(await refusedAt('POST', '/contact', { ...contact, name })).toEqual([200, undefined]);
  }
});

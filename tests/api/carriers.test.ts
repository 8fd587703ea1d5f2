import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Carrier } from '#features/orders/carrier-contract.ts';
import type { Parcel } from '#features/orders/parcel-contract.ts';
import { buy } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const read = async () => (await t.call<Carrier[]>('GET', '/carriers', { token: admin.token })).body;
const set = (carriers: unknown) =>
  t.call<Carrier[] & ErrorReply>('PUT', '/carriers', { token: admin.token, body: { carriers } });
const named = (carriers: Carrier[]) => carriers.map(({ name }) => name);

it('starts with the well-known carriers', async () => {
  const carriers = await read();
  expect(named(carriers)).toEqual(['UPS', 'USPS', 'FedEx', 'DHL']);
  for (const { link } of carriers) expect(link).toMatch(/^https:\/\/[\w.]+\/.*\{number\}$/);
});

describe('PUT /carriers', () => {
  it('adds, renames, swaps, orders and removes; parcels follow their carrier', async () => {
    const [ups, usps] = await read();
    const buyer = await t.makeUser();
    const { _id: orderId } = await buy(t, buyer, (await t.makeTool()).id);
    const body = { orders: [{ orderId, quantity: 1 }], carrier: 'UPS', trackingNumber: '5' };
    await t.call('POST', '/parcels', { token: admin.token, body });
    const parcel = async () =>
      (await t.call<Parcel[]>('GET', `/orders/${orderId}/parcels`, { token: buyer.token })).body[0];

    const swapped = await set([
      { _id: usps?._id, name: 'UPS', link: ' https://usps.example/{number} ' },
      { _id: ups?._id, name: 'USPS', link: 'HTTPS://ups.example/{number}' },
      { name: ' Our van ', link: '' },
    ]);
    expect(swapped.status).toBe(200);
    expect(swapped.body).toEqual([
      { _id: usps?._id, name: 'UPS', link: 'https://usps.example/{number}' },
      { _id: ups?._id, name: 'USPS', link: 'https://ups.example/{number}' },
      { _id: expect.any(String), name: 'Our van', link: null },
    ]);
    expect(await read()).toEqual(swapped.body);
    expect(await parcel()).toMatchObject({ carrier: 'USPS', trackingUrl: 'https://ups.example/5' });

    await set([{ name: 'Post', link: null }]);
    expect(named(await read())).toEqual(['Post']);
    expect(await parcel()).toMatchObject({ carrier: 'USPS', trackingUrl: 'https://ups.example/5' });
    const correct = async (change: object) =>
      t.call<Parcel & ErrorReply>('PATCH', `/parcels/${(await parcel())?._id}`, {
        token: admin.token,
        body: change,
      });
    // A number is corrected together with its parcel's carrier, as a screen sends it; a new parcel cannot
    // have that carrier.
    expect((await correct({ carrier: 'USPS', trackingNumber: '6' })).body).toMatchObject({
      carrier: 'USPS',
      trackingUrl: 'https://ups.example/6',
    });
    expect((await correct({ carrier: 'Our van' })).status).toBe(400);
    const gone = await set([{ _id: ups?._id, name: 'UPS', link: null }]);
    expect([gone.status, gone.body.error.code]).toEqual([409, 'conflict']);
    const again = await set([{ name: 'USPS', link: null }]);
    expect(named(again.body)).toEqual(['USPS']);
    expect((await correct({ carrier: 'USPS' })).body.trackingUrl).toBe('https://ups.example/6');
    const [audited] = await t.shop.db
      .selectFrom('audit_events')
      .select(['actor_id', 'details'])
      .where('action', '=', 'carriers_changed')
      .execute();
    expect(audited).toEqual({ actor_id: admin.userId, details: { carriers: 3 } });
  });

  it('refuses a duplicate name, also one that only the database considers equal', async () => {
    const before = await read();
    const same = await set(['Ups', ' uPS'].map((name) => ({ name, link: null })));
    expect([same.status, same.body.error.field]).toEqual([400, 'carriers']);
    const spaced = await set(['Our van', 'Our   van'].map((name) => ({ name, link: null })));
    expect([spaced.status, spaced.body.error.field]).toEqual([409, 'carriers']);
    expect(await read()).toEqual(before);
  });

  it.each([
    ['carriers', undefined],
    ['carriers', 'all'],
    ['carriers', Array.from({ length: 51 }, (_, nth) => ({ name: `Carrier ${nth}`, link: null }))],
    [
      'carriers',
      ['A', 'B'].map((name) => ({ _id: '01a1fcdf-6a65-75be-b5d6-8df66059fcf2', name, link: null })),
    ],
    ['carriers.0.name', [{ name: ' ', link: null }]],
    ['carriers.0.name', [{ name: 'x'.repeat(61), link: null }]],
    ['carriers.0._id', [{ _id: '7', name: 'Post', link: null }]],
    ['carriers.0.link', [{ name: 'Post' }]],
    ['carriers.0.link', [{ name: 'Post', link: 'http://post.example/{number}' }]],
    ['carriers.0.link', [{ name: 'Post', link: 'https://post.example/' }]],
    ['carriers.0.link', [{ name: 'Post', link: 'https://{number}.example/' }]],
    ['carriers.0.link', [{ name: 'Post', link: 'javascript:alert({number})' }]],
  ])('names %s in a bad body', async (field, carriers) => {
    const { status, body } = await set(carriers);
    expect([status, body.error.field]).toEqual([400, field]);
  });

  it('refuses an unknown id', async () => {
    expect((await set([{ _id: randomUUID(), name: 'Post', link: null }])).status).toBe(409);
  });
});

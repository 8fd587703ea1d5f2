import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import { type ShopSettings, shopSettingsSchema } from '#contracts/shop-settings.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { deliveryMethod, setDelivery } from '#tests/support/charges.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const SECRET = 'a secret that is never to be shown to anybody';
const GOOGLE_SECRET = 'the secret that Google gave';

const t = setUpShop({
  SHOP_CURRENCY: 'eur',
  SHOP_SECRET: SECRET,
  GOOGLE_CLIENT_ID: 'toolyard.apps.example',
  GOOGLE_CLIENT_SECRET: GOOGLE_SECRET,
});

test('GET /settings returns what the browser needs, and no secret', async () => {
  const { status, body } = await t.call('GET', '/settings');
  expect(status).toBe(200);
  expect(z.strictObject(shopSettingsSchema.shape).parse(body)).toEqual({
    origin: t.url,
    shop: {
      name: 'Toolyard',
      slogan: 'Hand tools, power tools, and machines for the trades.',
      phone: '+1 (937) 555-0142',
      social: {
        facebook: 'https://www.facebook.com/',
        instagram: 'https://www.instagram.com/',
        youtube: 'https://www.youtube.com/',
      },
      timeZone: 'UTC',
    },
    currency: 'eur',
    deliveryNote: 'Free shipping',
    mode: 'trial',
    identityProvider: { kind: 'embedded', googleClientId: 'toolyard.apps.example', firebase: null },
    cardPayments: { kind: 'sandbox', publishableKey: null },
    mailbox: true,
    toolPages: 'members',
  });
  expect(JSON.stringify(body)).not.toContain(SECRET);
  expect(JSON.stringify(body)).not.toContain(GOOGLE_SECRET);
});

test('GET /settings says how the shop delivers and takes returns as soon as its owner has', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const settings = async () => (await t.call<ShopSettings>('GET', '/settings')).body;
  expect((await settings()).shop).not.toHaveProperty('returns');
  const methods = [deliveryMethod({ kind: 'free_over', freeFrom: 99.5 })];
  await setDelivery(t, admin, { methods });
  expect((await settings()).deliveryNote).toBe('Shipping from €5.00, free on orders of €99.50 or more');

  const { body } = await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token });
  const { returns: _, ...policy } = body.details.policy;
  const look = { ...body.details.look, currencyDisplay: 'code' };
  const change = (version: number, changed: object) =>
    t.call<ErrorReply>('PATCH', '/details', { token: admin.token, body: { version, look, ...changed } });
  const tooLong = await change(body.version, { policy: { ...policy, returns: '30 days '.repeat(9) } });
  expect(tooLong.status).toBe(400);
  expect(tooLong.body.error.field).toBe('policy.returns');
  expect((await settings()).shop).not.toHaveProperty('returns');
  await change(body.version, { policy: { ...policy, returns: ' 30-day returns ' } });
  const { shop, deliveryNote } = await settings();
  expect(shop.returns).toBe('30-day returns');
  expect(deliveryNote).toContain('EUR');
  // Clients that don't know the field leave it out.
  expect((await change(body.version + 1, { policy })).status).toBe(200);
  expect((await settings()).shop).not.toHaveProperty('returns');
});

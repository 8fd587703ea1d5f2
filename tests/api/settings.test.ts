import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { shopSettingsSchema } from '#contracts/shop-settings.ts';
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
    mode: 'trial',
    identityProvider: { kind: 'embedded', googleClientId: 'toolyard.apps.example', firebase: null },
    cardPayments: { kind: 'sandbox', publishableKey: null },
    mailbox: true,
    toolPages: 'members',
  });
  expect(JSON.stringify(body)).not.toContain(SECRET);
  expect(JSON.stringify(body)).not.toContain(GOOGLE_SECRET);
});

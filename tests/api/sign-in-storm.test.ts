/** @module-tag sweep */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { PASSWORD, signIn, signUp } from '#tests/support/accounts.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const PICTURE = `${'0'.repeat(32)}-480.webp`;

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
beforeAll(async () => {
  const folder = join(t.shop.config.dataDir, 'pictures');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, PICTURE), 'a picture');
});

it('browsing stays responsive while two hundred people sign in at once', async () => {
  const { email } = await signUp(t);
  await t.makeTool();
  let signedIn = 0;
  const signingIn = Array.from({ length: 200 }, async () => {
    const { status } = await signIn(t, email, PASSWORD);
    signedIn += 1;
    return status;
  });
  for (let read = 0; read < 5; read += 1) {
    expect((await t.call('GET', '/tool')).status).toBe(200);
    // File reads share the few threads that hash passwords.
    expect((await t.call('GET', `/pictures/${PICTURE}`)).status).toBe(200);
  }
  expect(signedIn).toBeLessThan(200);
  expect(await Promise.all(signingIn)).toEqual(Array(200).fill(200));
}, 180_000);

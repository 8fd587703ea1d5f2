import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessTokenOf, PASSWORD, signIn } from '#tests/support/accounts.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { type SpawnedShop, startSpawnedShop } from '#tests/support/spawn-shop.ts';
import type { Reply } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';

const EMAIL = 'boss@shop.example';
/** Would end a script or a quotation that it stands in, and then run. */
const NASTY = `"'--></script><img src=x onerror=alert(1)>&lt;`;

let folder: string;
let shop: SpawnedShop;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-markup-'));
  await chmod(folder, 0o711);
  const admin = { SHOP_ADMIN_EMAIL: EMAIL, SHOP_ADMIN_PASSWORD: PASSWORD };
  shop = await startSpawnedShop({ SHOP_DATA_DIR: folder, SHOP_DEMO: '0', ...admin });
  const { session } = await signIn({ call }, EMAIL, PASSWORD);
  token = await accessTokenOf({ call }, { email: EMAIL, session });
});

afterAll(async () => {
  shop?.kill('SIGTERM');
  await shop?.ended;
  await rm(folder, { recursive: true, force: true });
});

async function call<Body>(
  method: string,
  path: string,
  options: { token?: string; body?: unknown; form?: FormData } = {},
): Promise<Reply<Body>> {
  const reply = await fetch(`${shop.origin}${path}`, {
    method,
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: options.form ?? (options.body === undefined ? null : JSON.stringify(options.body)),
  });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

async function addNastyThings(): Promise<void> {
  const form = new FormData();
  const picture = await plainPicture({ width: 40, height: 30 }).png().toBuffer();
  form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), NASTY);
  const { body } = await call<{ data: { url: string } }>('POST', '/image', { token, form });
  const tool = {
    ...{ name: `Vice ${NASTY}`, description: NASTY, brand: `Brand ${NASTY}`, category: `Kind ${NASTY}` },
    ...{ min_order_quantity: 1, available_quantity: 5, price: 12.5, img: body.data.url },
  };
  const review = { rate: 5, reviews: `Holds ${NASTY}` };
  expect((await call('POST', '/tool', { token, body: tool })).status).toBe(200);
  expect((await call('POST', '/review', { token, body: review })).status).toBe(200);
}

const readPage = async (path: string) => (await fetch(`${shop.origin}${path}`)).text();

it('what people type is text in every page, and in the data within it', async () => {
  await addNastyThings();
  await until('the home page to show them', async () => {
    const html = await readPage('/');
    return html.includes('Holds') && html.includes('Vice');
  });
  for (const path of ['/', '/tools', `/tools?q=${encodeURIComponent('Vice')}`]) {
    const html = await readPage(path);
    // Whether or not the word before it is marked as found.
    expect(html).toMatch(/Vice(<\/mark>)? &quot;/);
    expect(html).toContain('application/ld+json');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('--></script>');
  }
});

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pagePaths } from '#tests/support/page-paths.ts';
import { setUpServer } from '#tests/support/set-up-shop.ts';
import { startSpawnedAdminShop } from '#tests/support/spawned-admin-shop.ts';
import { until } from '#tests/support/until.ts';

const OWN = 'private, no-cache';
const SHARED = 'public, max-age=0, s-maxage=60, must-revalidate';

const shop = setUpServer(() => startSpawnedAdminShop({ SHOP_CDN_SECONDS: '60', TOOL_PAGES: 'public' }));

/** What a browser of somebody who is signed in could send along. */
const asSignedIn = () => ({ authorization: `Bearer ${shop.token}`, cookie: `session=${shop.token}` });

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(shop.origin + path, { headers, redirect: 'manual' });
  const { 'cache-control': control = '', vary } = Object.fromEntries(reply.headers);
  return { status: reply.status, control, vary, headers: reply.headers, body: await reply.text() };
}

/** Sends an address as it is: `fetch` would resolve its dots. */
async function getRaw(path: string): Promise<{ status: number; control: string; body: string }> {
  const { hostname, port } = new URL(shop.origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path })
      .on('error', reject)
      .on('response', async (reply) => {
        const { statusCode: status = 0, headers } = reply;
        resolve({ status, control: headers['cache-control'] ?? '', body: await text(reply) });
      })
      .end();
  });
}

async function addTool(): Promise<string> {
  await shop.post('/tool', {
    ...{ name: 'Tenon saw', description: 'Cuts joints.', category: 'Saws', price: 12.5 },
    ...{ min_order_quantity: 1, available_quantity: 5, img: await shop.uploadPicture('saw.png') },
  });
  const [tool] = JSON.parse((await get('/tool')).body);
  return `/tools/${tool._id}`;
}

const visitorPages = ['/', '/tools', '/about', '/portfolio', '/policy'];
const files = ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest'];

it('a CDN may share exactly the pages that are for visitors', async () => {
  const tool = await addTool();
  const shared = [
    ...visitorPages,
    ...files,
    ...[tool, `${tool}/tenon-saw`, '/tools?q=saw', '/tools?category=Saws', '/_.data', `${tool}.data`],
  ];
  for (const path of shared) {
    const { status, control, vary, headers } = await get(path);
    expect([path, status, control, vary]).toEqual([path, 200, SHARED, 'accept-encoding']);
    expect(headers.get('set-cookie')).toBeNull();
    // News of the tool may still change a page in between.
    await until(`${path} to be as it was`, async () => {
      const { etag = '' } = Object.fromEntries((await get(path)).headers);
      const again = await get(path, { 'if-none-match': etag });
      return again.status === 304 && again.control === SHARED;
    });
  }
  const others = pagePaths.filter((path) => !shared.includes(path));
  expect(others.length).toBeGreaterThan(40);
  for (const path of others) expect([path, (await get(path)).control]).toEqual([path, OWN]);
});

it('a page that failed, is not there, or leads elsewhere is not shared', async () => {
  const gone = '/tools/01a1ff73-96bb-76c4-9fdd-9f42093433a4';
  expect(await get(gone)).toMatchObject({ status: 404, control: OWN });
  expect(await get('/no/such')).toMatchObject({ status: 404, control: OWN });
  expect(await get('/tools?q=%00saw')).toMatchObject({ status: 301, control: 'no-store' });
  const form = await fetch(`${shop.origin}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.origin },
    body: 'email=ada%40shop.example&password=wrong',
  });
  expect([form.status, form.headers.get('cache-control')]).toEqual([400, 'no-store']);
});

it('no page depends on who requests it, and none of a signed-in person may be shared', async () => {
  for (const path of pagePaths) {
    const [theirs, strangers] = [await get(path, asSignedIn()), await get(path)];
    expect([path, theirs.status, theirs.control]).toEqual([path, strangers.status, strangers.control]);
    expect(theirs.body === strangers.body, path).toBe(true);
    expect(theirs.body).not.toContain(shop.token);
    expect(theirs.body).not.toContain(shop.email);
  }
});

it('answers to a signed-in person’s calls are never stored, and no call is shared', async () => {
  const personal = [
    `/user/${shop.email}`,
    `/orders?email=${shop.email}`,
    '/manageorders',
    '/user',
    '/activity',
  ];
  for (const path of personal) {
    const { status, control } = await get(path, asSignedIn());
    expect([path, status, control]).toEqual([path, 200, 'no-store']);
  }
  for (const path of ['/tool', '/tool/cards', '/tool/facets', '/review', '/details', '/settings'])
    for (const who of [asSignedIn(), {}]) expect((await get(path, who)).control).toBe('no-cache');
});

it('no address leads from a page that may be shared to one that may not', async () => {
  const part = fc.constantFrom(
    ...['tools', 'dashboard', 'orders', 'login', '..', '.', '%2e%2e', '%2E', '', 'x', 'about', 'policy.data'],
    ...['..%2f', '%2f', '%5c', ';', 'tools.data', '_.data', '%74ools', 'a.css', 'robots.txt'],
  );
  const query = fc.constantFrom('', '?', '?token=abc', '?/../dashboard');
  const address = fc.tuple(fc.array(part, { minLength: 1, maxLength: 5 }), query);
  await fc.assert(
    fc.asyncProperty(address, async ([parts, end]) => {
      const { status, control, body } = await getRaw(`/${parts.join('/')}${end}`);
      // Pages that are not for visitors are not for search engines either.
      if (control === SHARED) expect([status, body.includes('content="noindex"')]).toEqual([200, false]);
      else expect([OWN, 'no-store', 'no-cache', 'public, max-age=3600']).toContain(control);
    }),
    { numRuns: 100 },
  );
});

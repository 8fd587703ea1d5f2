import { describe, expect, it } from 'vitest';
import { pagePaths } from '#tests/support/page-paths.ts';
import { setUp, setUpServer } from '#tests/support/set-up-shop.ts';
import { startSpawnedAdminShop } from '#tests/support/spawned-admin-shop.ts';
import { until } from '#tests/support/until.ts';
import { startCdn } from './support/cdn.ts';

const settings = { SHOP_CDN_SECONDS: '10', TOOL_PAGES: 'public', TRUST_PROXY: 'loopback' };

const shop = setUpServer(async () => {
  const started = await startSpawnedAdminShop(settings);
  let stopping: Promise<void> | undefined;
  // A test stops it already.
  const stop = () => {
    stopping ??= started.stop();
    return stopping;
  };
  return { ...started, stop };
});
const cdn = setUpServer(() => startCdn(shop.origin));
const tool = setUp(async () => ({ path: await addTool('Tenon saw') }));

/** Adds a tool at the shop itself; returns the address of its page. */
async function addTool(name: string): Promise<string> {
  const { status } = await shop.post('/tool', {
    ...{ name, description: 'Cuts joints.', category: 'Saws', price: 12.5, min_order_quantity: 1 },
    ...{ available_quantity: 5, img: await shop.uploadPicture('saw.png') },
  });
  expect(status).toBe(200);
  const reply = await fetch(`${shop.origin}/tool?q=${encodeURIComponent(name)}`);
  const [added] = (await reply.json()) as { _id: string }[];
  return `/tools/${added?._id}`;
}

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(cdn.origin + path, { headers, redirect: 'manual' });
  const cache = reply.headers.get('x-cache') ?? '';
  return { status: reply.status, cache, headers: reply.headers, body: await reply.text() };
}

const asSignedIn = () => ({ authorization: `Bearer ${shop.token}`, cookie: `session=${shop.token}` });

describe('what the CDN answers by itself', () => {
  it('is a page that somebody has just opened, and its files', async () => {
    for (const path of ['/', '/tools', '/tools?q=saw', tool.path]) {
      const [first, second] = [await get(path), await get(path)];
      expect([path, first.status, second.status, second.cache]).toEqual([path, 200, 200, 'HIT']);
      expect(second.body).toBe(first.body);
      // A browser is told what the shop said, not what was meant for the CDN.
      expect(second.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=10, must-revalidate');
    }
    const [, script = ''] = /"(\/assets\/[^"]+\.js)"/.exec((await get('/')).body) ?? [];
    await get(script);
    expect(await get(script)).toMatchObject({ status: 200, cache: 'HIT' });
  });

  it('becomes new by itself', async () => {
    await get('/tools');
    await addTool('Dovetail saw');
    await until('the list at the CDN to have it', async () =>
      (await get('/tools')).body.includes('Dovetail saw'),
    );
  });

  it('is nothing of a signed-in person’s', async () => {
    const personal = [`/user/${shop.email}`, `/orders?email=${shop.email}`, '/manageorders', '/user'];
    for (const path of [...personal, ...personal]) {
      const theirs = await get(path, asSignedIn());
      expect([path, theirs.status]).toEqual([path, 200]);
      expect(theirs.cache).not.toBe('HIT');
      const stranger = await get(path);
      expect([path, stranger.status, stranger.body.includes(shop.email)]).toEqual([path, 401, false]);
    }
    for (const path of pagePaths) {
      await get(path, asSignedIn());
      const { body } = await get(path);
      expect([path, body.includes(shop.email), body.includes(shop.token)]).toEqual([path, false, false]);
    }
    const dashboard = (await cdn.requests()).filter(({ path }) => /^\/(dashboard|login|user)/.test(path));
    expect(dashboard.length).toBeGreaterThan(80);
    expect(dashboard.filter(({ cache }) => cache !== 'MISS')).toEqual([]);
  });
});

it('shows pages while the shop is away, and no dashboard', async () => {
  await get(tool.path);
  await shop.stop();
  // The page may have been fetched anew on the way, with its picture in another format.
  const { status, body } = await get(tool.path);
  expect([status, body.includes('Tenon saw')]).toEqual([200, true]);
  await until('the copy to be old', async () => (await get(tool.path)).cache === 'STALE');
  expect(await get(tool.path)).toMatchObject({ status: 200, body });
  expect((await get('/dashboard')).status).toBe(502);
});

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaProblems } from '#tests/support/schema-problems.ts';
import { type SpawnedAdminShop, startSpawnedAdminShop } from '#tests/support/spawned-admin-shop.ts';
import { until } from '#tests/support/until.ts';

const ORIGIN = 'https://tools.example';
/** Would end its enclosing element, and has special characters of URLs and XML. */
const KIND = `Nuts & 'bolts' </script> <50%`;

let shop: SpawnedAdminShop;

beforeAll(async () => {
  shop = await startSpawnedAdminShop({ SHOP_ORIGIN: ORIGIN, SHOP_CURRENCY: 'eur' });
});

afterAll(() => shop?.stop());

async function addTool(name: string, more: object): Promise<void> {
  const tool = {
    name,
    description: `The ${name}`,
    price: 12.5,
    img: await shop.uploadPicture('tool.png'),
    ...more,
  };
  expect((await shop.post('/tool', tool)).status).toBe(200);
}

/** Reads a page with a forged host, as a cache-poisoning request would. */
async function read(path: string): Promise<string> {
  const { hostname, port } = new URL(shop.origin);
  const asked = request({ hostname, port, path, headers: { host: 'evil.example' } }).end();
  return new Promise((resolve, reject) => {
    asked.on('error', reject).on('response', (reply) => resolve(text(reply)));
  });
}

/** Metadata from a page's head, by tag name. */
async function headOf(path: string) {
  const html = await read(path);
  const attributes = (tag: string) =>
    Object.fromEntries(
      [...tag.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
  const metas = [...html.matchAll(/<meta[^>]*>/g)].map(([tag]) => attributes(tag));
  const links = [...html.matchAll(/<link[^>]*>/g)].map(([tag]) => attributes(tag));
  const said = Object.fromEntries(metas.map((meta) => [meta.name ?? meta.property, meta.content]));
  return {
    html,
    title: /<title>([^<]*)</.exec(html)?.[1],
    said,
    canonical: links.find(({ rel }) => rel === 'canonical')?.href,
    links,
  };
}

/** The structured data of a page, in order. */
async function dataOf(path: string): Promise<{ [name: string]: unknown }[]> {
  const html = await read(path);
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
}

describe('an indexable page', () => {
  const pages = ['/', '/tools', '/about', '/portfolio', '/policy'];

  it.each(pages)(
    '%s has the shop’s own address, whatever host was requested, and sharing data',
    async (path) => {
      const { title, said, canonical, html } = await headOf(path);
      const description = said.description ?? '';
      expect(description.length).toBeGreaterThan(40);
      expect(canonical).toBe(`${ORIGIN}${path}`);
      expect(said).toMatchObject({
        robots: 'max-image-preview:large',
        'og:type': 'website',
        'og:site_name': 'Toolyard',
        'og:locale': 'en_US',
        'og:title': title,
        'og:description': description,
        'og:url': canonical,
        'og:image': `${ORIGIN}/share.png`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringContaining('Toolyard'),
        'twitter:card': 'summary_large_image',
        'twitter:title': title,
        'twitter:description': description,
        'twitter:image': `${ORIGIN}/share.png`,
      });
      expect(html).not.toContain('evil.example');
    },
  );

  it('has its own title and description', async () => {
    const heads = await Promise.all(pages.map(headOf));
    expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
    expect(new Set(heads.map(({ said }) => said.description)).size).toBe(pages.length);
  });

  it('declares its icons, the manifest and the colours of both themes', async () => {
    const { links, html } = await headOf('/about');
    const hrefOf = (wanted: string) => links.find(({ rel }) => rel === wanted)?.href;
    expect(['icon', 'apple-touch-icon', 'manifest'].map(hrefOf)).toEqual([
      '/favicon.svg',
      '/apple-touch-icon.png',
      '/manifest.webmanifest',
    ]);
    const colours = [...html.matchAll(/<meta name="theme-color" media="\(prefers-color-scheme: (\w+)\)"/g)];
    expect(colours.map(([, scheme]) => scheme)).toEqual(['light', 'dark']);
  });
});

it.each([
  ...['/login', '/signup', '/reset-password', '/verify-email', '/login/google-done', '/mailbox'],
  ...['/dashboard', '/dashboard/orders', '/no/such', '/tools?q=anvil', '/tools?category=None'],
  '/tools/01a1ff73-96bb-76c4-9fdd-9f42093433a4',
])('%s is kept out of search results, and names no canonical page', async (path) => {
  const { said, canonical } = await headOf(path);
  expect([said.robots, canonical]).toEqual(['noindex', undefined]);
});

describe('the structured data of a page', () => {
  it('is valid, and offers each tool as it can be bought', async () => {
    await addTool('Plain bolt', {
      min_order_quantity: 20,
      available_quantity: 500,
      category: KIND,
      brand: 'Brackwell',
    });
    await addTool('Last nut', { min_order_quantity: 20, available_quantity: 19, category: KIND });
    await until('the home page to show them', async () => (await read('/')).includes('Last nut'));
    for (const path of ['/', '/tools']) {
      const [list] = (await dataOf(path)).slice(-1) as { itemListElement: { item: object }[] }[];
      expect(schemaProblems(await dataOf(path), ORIGIN)).toEqual([]);
      expect(list?.itemListElement.map(({ item }) => item)).toMatchObject([
        { name: 'Last nut', category: KIND, offers: { availability: 'https://schema.org/OutOfStock' } },
        {
          name: 'Plain bolt',
          image: expect.stringMatching(/^https:\/\/tools\.example\/pictures\/\w+-40\.webp$/),
          brand: { name: 'Brackwell' },
          offers: {
            price: 250,
            priceCurrency: 'EUR',
            priceSpecification: { referenceQuantity: { value: 20, valueReference: { value: 1 } } },
            availability: 'https://schema.org/InStock',
            inventoryLevel: { value: 500 },
          },
        },
      ]);
      // There are no ratings yet.
      expect(JSON.stringify(list)).not.toContain('ating');
    }
  });

  it('names the shop, its contact and its search', async () => {
    const [shopData] = await dataOf('/');
    expect(shopData).toMatchObject({
      '@graph': [
        { '@type': 'Organization', name: 'Toolyard', url: `${ORIGIN}/`, logo: `${ORIGIN}/icon-512.png` },
        { potentialAction: { target: { urlTemplate: `${ORIGIN}/tools?q={search_term_string}` } } },
      ],
    });
  });
});

describe('/sitemap.xml', () => {
  it('is an index of files, and those that do not exist are not found', async () => {
    const files = [...(await read('/sitemap.xml')).matchAll(/<sitemap><loc>([^<]*)<\/loc><\/sitemap>/g)];
    // Tool pages are not listed: they are for members unless the settings say otherwise.
    expect(files.map(([, address]) => address)).toEqual([`${ORIGIN}/sitemaps/pages.xml`]);
    for (const file of ['tools-1.xml', 'tools-0.xml', 'tools-999999.xml', 'tools-one.xml', 'other.xml'])
      expect((await fetch(`${shop.origin}/sitemaps/${file}`)).status).toBe(404);
  });

  it('lists the indexable pages, and each category once it has a tool', async () => {
    const addresses = async () => {
      const xml = await read('/sitemaps/pages.xml');
      expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/);
      return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) =>
        address.replaceAll('&apos;', "'").replaceAll('&amp;', '&'),
      );
    };
    const pages = ['/', '/tools', '/about', '/portfolio', '/policy'].map((path) => ORIGIN + path);
    const listOf = (category: string) => `${ORIGIN}/tools?${new URLSearchParams({ category })}`;
    expect(await addresses()).toEqual([...pages, listOf(KIND)]);
    await addTool('Anvil', { min_order_quantity: 1, available_quantity: 5, category: 'Anvils' });
    const found = await addresses();
    expect(found.toSorted()).toEqual([...pages, listOf(KIND), listOf('Anvils')].toSorted());
    for (const address of found) {
      const { canonical, said } = await headOf(address.slice(ORIGIN.length));
      expect([canonical?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"), said.robots]).toEqual([
        address,
        'max-image-preview:large',
      ]);
    }
  });
});

/** The actual size of a picture served by the shop, and its declared type. */
async function pictureAt(path: string): Promise<[string | null, string]> {
  const reply = await fetch(shop.origin + path);
  const { width, height } = await sharp(await reply.arrayBuffer()).metadata();
  return [reply.headers.get('content-type'), `${width}x${height}`];
}

it('every picture named by pages and the manifest exists in its declared size', async () => {
  const { said } = await headOf('/');
  const size = `${said['og:image:width']}x${said['og:image:height']}`;
  expect(await pictureAt('/share.png')).toEqual([said['og:image:type'], size]);
  expect(await pictureAt('/apple-touch-icon.png')).toEqual(['image/png', '180x180']);
  for (const { src, sizes, type } of JSON.parse(await read('/manifest.webmanifest')).icons)
    expect([src, ...(await pictureAt(src))]).toEqual([src, type, sizes]);
});

describe('the shop’s own metadata', () => {
  it.each([
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ])('%s is cached, compressed, and revalidated like a page', async (path, type) => {
    const whole = await fetch(shop.origin + path, { headers: { 'accept-encoding': 'identity' } });
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, type]);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate');
    expect(whole.headers.get('content-security-policy')).toMatch(/^default-src 'none'; form-action 'none'/);
    const plain = await whole.text();
    const etag = whole.headers.get('etag') ?? '';
    expect((await fetch(shop.origin + path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const packed = await fetch(shop.origin + path, { headers: { 'accept-encoding': 'br' } });
    expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['br', plain]);
    expect((await fetch(shop.origin + path, { method: 'POST' })).status).toBe(404);
  });

  it('closes private pages to crawlers, and no indexable page', async () => {
    const lines = (await read('/robots.txt')).split('\n');
    expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    const closed = lines.flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? []);
    expect(closed).toEqual(expect.arrayContaining(['/dashboard', '/mailbox', '/api/']));
    const isClosed = (path: string) => closed.some((start) => path.startsWith(start));
    const open = [
      '/',
      '/tools',
      '/tools?category=Anvils',
      '/about',
      '/login',
      '/pictures/x.webp',
      '/share.png',
    ];
    expect(open.filter(isClosed)).toEqual([]);
  });

  it('says where to report a vulnerability, as RFC 9116 defines it', async () => {
    const lines = (await read('/.well-known/security.txt')).trim().split('\n');
    const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/)));
    expect(fields).toMatchObject({
      Contact: expect.stringMatching(/^mailto:\S+@\S+$/),
      'Preferred-Languages': 'en-US',
      Canonical: `${ORIGIN}/.well-known/security.txt`,
    });
    const daysLeft = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(100);
    expect(daysLeft).toBeLessThan(365);
  });

  it('describes an app that opens the shop, in its colours', async () => {
    const manifest = JSON.parse(await read('/manifest.webmanifest'));
    expect(manifest).toMatchObject({
      short_name: 'Toolyard',
      start_url: '/',
      display: 'standalone',
      theme_color: '#f6f5f1',
      background_color: '#f6f5f1',
    });
    expect(
      manifest.icons.map((icon: Record<string, string>) => [icon.src, icon.sizes, icon.purpose]),
    ).toEqual([
      ['/icon-192.png', '192x192', 'any'],
      ['/icon-512.png', '512x512', 'any'],
      ['/icon-maskable-512.png', '512x512', 'maskable'],
    ]);
  });
});

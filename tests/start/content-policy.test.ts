import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultAccent } from '#contracts/accent.ts';
import { emailStyleSheet } from '#features/emails/email-style.ts';
import { pagePaths } from '#tests/support/page-paths.ts';
import { type SpawnedShop, startSpawnedShop } from '#tests/support/spawn-shop.ts';

let folder: string;
let shop: SpawnedShop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-policy-'));
  await chmod(folder, 0o711);
  shop = await startSpawnedShop({ SHOP_DATA_DIR: folder, SHOP_DEMO: '0' });
});

afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The addresses of all pages: every page route except those of files, and an unknown one. */
const pages = pagePaths.filter((path) => !/\.\w+$/.test(path));

function directivesOf(headers: Headers): Record<string, string[]> {
  const policy = headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

/** The CSP source expression of an inline text, as a browser computes it. */
const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Whether there is no such page: a legal page by an id, and withdrawals in a shop in the United States. */
const isMissing = (path: string) => /^\/(no\/such|legal\/.*|withdraw)$/.test(path);

/** The CSP source expressions of the inline scripts in the HTML that a browser would run. */
function inlineScripts(html: string): string[] {
  const elements = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
  const inline = elements.filter(
    ([, attributes]) => !/ src=| type="application\/ld\+json"/.test(attributes ?? ''),
  );
  return inline.map(([, , text]) => hashOf(text));
}

/** The CSP source expressions of the inline styles. */
function inlineStyles(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => hashOf(text));
}

it('covers the expected pages', () => {
  expect(pages).toEqual(
    expect.arrayContaining([
      '/',
      '/tools',
      '/dashboard/payment/01a1ff73-96bb-76c4-9fdd-9f42093433a4',
      '/no/such',
    ]),
  );
});

describe.each([...new Set(pages)])('%s', (path) => {
  it('allows exactly its own inline scripts and styles, and nothing unsafe', async () => {
    const response = await fetch(`${shop.origin}${path}`);
    const html = await response.text();
    expect(response.status).toBe(isMissing(path) ? 404 : 200);
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    const directives = directivesOf(response.headers);
    const scripts = inlineScripts(html);
    expect(scripts.length).toBeGreaterThanOrEqual(4);
    expect(directives['script-src']?.toSorted()).toEqual(["'self'", ...new Set(scripts)].toSorted());
    const styles = inlineStyles(html);
    expect(styles).toHaveLength(1);
    const ofEmails = hashOf(emailStyleSheet(defaultAccent));
    expect(directives['style-src']?.toSorted()).toEqual(["'self'", ...styles, ofEmails].toSorted());
    expect(directives['default-src']).toEqual(["'none'"]);
    expect(directives['frame-ancestors']).toEqual(["'none'"]);
    expect(html).not.toMatch(/<[^>]+ style="|<[^>]+ on\w+="|javascript:| nonce=/);
  });
});

describe('a cached page', () => {
  it('keeps its policy in every encoding, for HEAD and for 304', async () => {
    const url = `${shop.origin}/tools`;
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const html = await plain.text();
    const policy = plain.headers.get('content-security-policy');
    for (const coding of ['br', 'gzip']) {
      const coded = await fetch(url, { headers: { 'accept-encoding': coding } });
      expect(coded.headers.get('content-encoding')).toBe(coding);
      expect(coded.headers.get('content-security-policy')).toBe(policy);
      expect(await coded.text()).toBe(html);
    }
    const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([head.status, head.headers.get('content-security-policy')]).toEqual([200, policy]);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(html)));
    const unchanged = await fetch(url, { headers: { 'if-none-match': plain.headers.get('etag') ?? '' } });
    expect([unchanged.status, unchanged.headers.get('content-security-policy')]).toEqual([304, policy]);
  });

  it('has its data cached beside it', async () => {
    for (const path of ['/_.data', '/tools.data', '/about.data']) {
      const data = await fetch(`${shop.origin}${path}`);
      const type = 'text/x-script; charset=utf-8';
      expect([path, data.status, data.headers.get('content-type')]).toEqual([path, 200, type]);
      expect(data.headers.get('etag')).toMatch(/^"/);
      expect(data.headers.get('content-security-policy')).toMatch(/^default-src 'none'; form-action 'none'/);
    }
  });
});

it('files, calls and unknown addresses get a policy that allows no scripts', async () => {
  const html = await (await fetch(shop.origin)).text();
  const file = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
  for (const path of [file, '/favicon.svg', '/robots.txt', '/sitemap.xml', '/tool', '/tool/none']) {
    const { headers } = await fetch(`${shop.origin}${path}`);
    expect(directivesOf(headers)).toMatchObject({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });
    expect(directivesOf(headers)['script-src']).toBeUndefined();
  }
});

it('an SVG declares its charset, compressed or not', async () => {
  for (const coding of ['identity', 'br']) {
    const { headers } = await fetch(`${shop.origin}/favicon.svg`, { headers: { 'accept-encoding': coding } });
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  }
});

it.each(['/%0D%0A', '/%0A', '/%E2%80%AE', '/tools/%0D%0A/x/y'])(
  'an address with odd characters is a 404, and is not logged: %s',
  async (path) => {
    expect((await fetch(`${shop.origin}${path}`)).status).toBe(404);
    expect(shop.printed()).not.toContain('"level":50');
  },
);

it('a tool address of odd characters gets the tool page, and logs no error', async () => {
  for (const path of ['/tools/%0D%0A', '/tools/%0D%0A/x', '/tools/x/%0A'])
    expect([path, (await fetch(`${shop.origin}${path}`)).status]).toEqual([path, 200]);
  expect(shop.printed()).not.toContain('"level":50');
});

import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { makeApiKey } from '#features/users/api-key.ts';
import { times } from '#tests/support/at-once.ts';
import { orderBody } from '#tests/support/buying.ts';
import type { ShopFleet } from './shop-fleet.ts';

/** Small answers first: each is cached and evicts an older one, while pages are evicted only slowly. */
export const kinds = [
  'searches',
  'facets',
  'reviews',
  'data of pages',
  'pages that are not there',
  'pages of tools',
  'tools that are not there',
  'made-up tokens',
  'made-up API keys',
  'made-up links to undo',
  'challenges for passkeys',
  'made-up passkeys',
  'feeds',
  'webhook deliveries',
  'refused inputs',
  'password resets',
  'pasted lists',
  'own lists',
  'orders placed and deleted',
  'pages',
  'pages that nobody waits for',
] as const;

export type Kind = (typeof kinds)[number];

/** Those that a short run requests. */
export const kindsInShort: Kind[] = ['own lists', 'pages'];

const BUYERS = 20;
const TOOLS = 20;
const nth = <Item>(items: Item[], n: number) => items[n % items.length] as Item;

/** Returns requests to a fleet's first process by kind, each slightly different every time. */
export async function createKinds(fleet: ShopFleet): Promise<Record<Kind, (n: number) => Promise<unknown>>> {
  const [shop] = fleet.processes;
  const { call } = shop;
  const buyers = await times(BUYERS, () => fleet.makeUser());
  const tools = await times(TOOLS, () => fleet.makeTool({ onHand: 1_000_000 }));
  const admin = await fleet.makeUser({ role: 'admin' });
  const endpoint = await call<{ _id: string }>('POST', '/webhook-endpoints', {
    token: admin.token,
    body: { url: 'https://93.184.216.34/', events: ['tool.changed'] },
  });
  const tokenOf = (n: number) => ({ token: nth(buyers, n).token });
  return {
    searches: (n) => call('GET', `/tool?limit=5&q=word${n}`),
    facets: (n) => call('GET', `/tool/facets?q=word${n}`),
    reviews: (n) => call('GET', `/review?x=${n}`),
    'data of pages': (n) => call('GET', `/tools.data?q=word${n}`),
    'pages that are not there': (n) => call('GET', `/nowhere-${n}`),
    'pages of tools': (n) => call('GET', `/tools/${nth(tools, n).id}?from=${n}`),
    'tools that are not there': () => call('GET', `/tool/${randomUUID()}`),
    'made-up tokens': (n) => call('GET', '/orders', { token: `made.up.${n}` }),
    'made-up API keys': () => call('GET', '/orders', { token: makeApiKey().key }),
    'made-up links to undo': (n) => call('POST', '/account/email/undo', { body: { token: `made.up.${n}` } }),
    'challenges for passkeys': () => call('POST', '/api/auth/passkey/options'),
    'made-up passkeys': (n) => call('POST', '/api/auth/passkey', { body: { passkey: madeUpPasskey(n) } }),
    feeds: (n) => call('GET', `/feeds/${n % 2 === 0 ? 'google' : 'new-tools'}.xml?x=${n}`),
    'webhook deliveries': (n) =>
      call('GET', `/webhook-endpoints/${endpoint.body._id}/deliveries?q=word${n}`, { token: admin.token }),
    'refused inputs': (n) => call('POST', '/contact', { body: { name: `n${n}` } }),
    'password resets': (n) =>
      call('POST', '/api/auth/request-password-reset', { body: { email: `nobody${n}@example.com` } }),
    'pasted lists': (n) =>
      call('POST', '/quick-order', { ...tokenOf(n), body: { text: `2 x word${n}\nclaw hammer` } }),
    'own lists': (n) =>
      call('GET', `/orders?email=${nth(buyers, n).email}&limit=${(n % 90) + 1}`, tokenOf(n)),
    async 'orders placed and deleted'(n) {
      const body = orderBody(nth(tools, n).id);
      const placed = await call<{ insertedId: string }>('POST', '/orders', { ...tokenOf(n), body });
      await call('DELETE', `/orders/${placed.body.insertedId}`, tokenOf(n));
    },
    pages: (n) => call('GET', `/tools?q=word${n}`),
    'pages that nobody waits for': (n) => breakOff(shop.origin, `/tools?q=gone${n}`),
  };
}

function madeUpPasskey(n: number) {
  const part = Buffer.from(`made up ${n}`).toString('base64url');
  const response = { clientDataJSON: part, authenticatorData: part, signature: part };
  return { id: part, rawId: part, type: 'public-key', clientExtensionResults: {}, response };
}

/** Requests a page and aborts before it has arrived. */
async function breakOff(origin: string, path: string): Promise<void> {
  const { hostname, port, host } = new URL(origin);
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname);
  socket.on('close', () => resolve()).on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`, () => socket.destroy());
  await promise;
}

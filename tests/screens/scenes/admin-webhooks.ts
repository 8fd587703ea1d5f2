import type { Page } from 'playwright-core';
import { type WebhookDelivery, type WebhookEndpoint, webhookEvents } from '#features/webhooks/contract.ts';
import type { Scene } from '../scene.ts';
import type { Screen } from './list-scenes.ts';
import { dialog, failure, heading, menu, press, pressInMenu, shapes, words } from './seen.ts';

const idOf = (nth: number) => `01a1fcdf-6a65-75be-b5d6-${String(nth).padStart(12, '0')}`;
const at = '2026-11-26T15:04:05.000Z';

const endpoint = (nth: number, change: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  _id: idOf(nth),
  url: `https://erp-${nth}.example.com/hooks`,
  events: ['purchase.paid', 'order.shipped'],
  createdAt: at,
  off: null,
  previousSecretUntil: null,
  ...change,
});

const someEndpoints = [
  endpoint(1, { url: 'https://books.example.com/toolyard', events: [...webhookEvents] }),
  endpoint(2, { url: 'https://warehouse.example.com/hooks/v2', events: ['stock.low', 'tool.changed'] }),
  endpoint(3, { off: { at, reason: 'failing' } }),
];
const longEndpoints = [
  endpoint(1, { url: `https://${'long.'.repeat(20)}example.com/${'a'.repeat(1800)}` }),
  endpoint(2, { events: webhookEvents.slice(1), off: { at, reason: 'gone' } }),
];
const manyEndpoints = Array.from({ length: 20 }, (_, nth) => endpoint(nth));

const delivery = (nth: number, change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  _id: idOf(nth),
  eventId: idOf(1000 + nth),
  type: webhookEvents[nth % webhookEvents.length] ?? '',
  occurredAt: at,
  state: 'delivered',
  attempts: 1,
  triedAt: at,
  nextTryAt: null,
  status: 204,
  problem: null,
  durationMs: 84 + nth,
  ...change,
});

const someDeliveries = [
  delivery(1, {
    state: 'waiting',
    attempts: 0,
    triedAt: null,
    nextTryAt: at,
    status: null,
    durationMs: null,
  }),
  delivery(2, { state: 'waiting', attempts: 4, nextTryAt: at, status: 503, problem: 'refused' }),
  delivery(3, { state: 'failed', attempts: 13, status: null, problem: 'not_public', durationMs: 12 }),
  delivery(4, { state: 'failed', attempts: 13, status: null, problem: 'timed_out', durationMs: 10_000 }),
  delivery(5),
  delivery(6, { type: 'webhook.test' }),
];
const manyDeliveries = Array.from({ length: 100 }, (_, nth) => delivery(nth));

/** From now on the shop has these endpoints and deliveries; each shop has its own. */
const meet =
  (endpoints: WebhookEndpoint[], deliveries: WebhookDelivery[] = []) =>
  async (page: Page) => {
    const answer = (path: RegExp, rows: object) =>
      page.route(path, (route) =>
        route.request().resourceType() === 'fetch' && route.request().method() === 'GET'
          ? route.fulfill({
              json: rows,
              headers: { 'x-total-count': String(Array.isArray(rows) ? rows.length : 1) },
            })
          : route.fallback(),
      );
    await answer(/\/webhook-endpoints$/, endpoints);
    await answer(/\/webhook-endpoints\/[^/]+\/deliveries(\?|$)/, deliveries);
    const body = JSON.stringify({
      type: 'order.shipped',
      timestamp: at,
      data: { _id: idOf(7), number: 'TY-10482', toolName: 'Claw hammer, 16 oz', total: 43.5 },
    });
    const answered = '<html><body>Service temporarily unavailable. Please try again later.</body></html>';
    await answer(/\/deliveries\/[^/?]+$/, { ...someDeliveries[1], body, answer: answered });
    await page.route(/\/webhook-endpoints\/[^/]+\/rotate-secret$/, (route) =>
      route.fulfill({ json: { _id: idOf(1), secret: `whsec_${'k3Jx'.repeat(10)}abc=` } }),
    );
    await page.reload();
  };

const webhooks: Screen = { screen: 'webhooks', path: '/dashboard/webhooks', role: 'admin' };
const deliveries: Screen = {
  screen: 'webhook-deliveries',
  path: `/dashboard/webhooks/${idOf(1)}`,
  role: 'admin',
};

const after =
  (...acts: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

const some = meet(someEndpoints, someDeliveries);

/** Webhook endpoints and their deliveries. */
export const adminWebhooksScenes: Scene[] = [
  { ...webhooks, state: 'content', shop: 'demo', act: some, shows: words('books.example.com') },
  { ...webhooks, state: 'long', shop: 'demo', act: meet(longEndpoints), shows: words('long.long') },
  { ...webhooks, state: 'many', shop: 'demo', act: meet(manyEndpoints), shows: words('erp-19') },
  { ...webhooks, state: 'empty', shop: 'demo', shows: words('No endpoints yet') },
  { ...webhooks, state: 'loading', shop: 'demo', held: /^GET \/webhook-endpoints/, shows: shapes },
  { ...webhooks, state: 'failure', shop: 'demo', refused: /^GET \/webhook-endpoints/, shows: failure },
  {
    ...webhooks,
    state: 'menu',
    shop: 'demo',
    isOverlay: true,
    act: after(some, press(/^More actions/)),
    shows: menu,
  },
  { ...webhooks, state: 'add', shop: 'demo', isOverlay: true, act: press('Add endpoint'), shows: dialog },
  {
    ...webhooks,
    state: 'problems',
    shop: 'demo',
    isOverlay: true,
    act: after(press('Add endpoint'), (page) =>
      dialog(page).getByRole('button', { name: 'Add endpoint' }).click(),
    ),
    shows: (page) => dialog(page).getByText('Choose at least one event.'),
  },
  {
    ...webhooks,
    state: 'secret',
    shop: 'demo',
    isOverlay: true,
    act: after(some, pressInMenu(/^New secret/), (page) =>
      dialog(page).getByRole('button', { name: 'Create secret' }).click(),
    ),
    shows: (page) => page.getByRole('dialog', { name: 'Signing secret' }).getByLabel('Secret'),
  },
  { ...deliveries, state: 'content', shop: 'demo', act: some, shows: words('Retrying') },
  {
    ...deliveries,
    state: 'many',
    shop: 'demo',
    act: meet(someEndpoints, manyDeliveries),
    shows: words('204'),
  },
  {
    ...deliveries,
    state: 'empty',
    shop: 'demo',
    act: meet(someEndpoints),
    shows: words('No deliveries yet'),
  },
  { ...deliveries, state: 'loading', shop: 'demo', held: /^GET \/webhook-endpoints\/.+/, shows: shapes },
  { ...deliveries, state: 'missing', shop: 'demo', shows: failure },
  {
    ...deliveries,
    state: 'details',
    shop: 'demo',
    isOverlay: true,
    act: after(some, press('Details: Order canceled')),
    shows: (page) => dialog(page).getByRole('region', { name: 'Request body' }),
  },
  {
    ...deliveries,
    state: 'not-admin',
    shop: 'demo',
    role: 'staff',
    shows: heading('This page is for admins'),
  },
];

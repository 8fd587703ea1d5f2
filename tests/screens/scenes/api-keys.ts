import type { Page } from 'playwright-core';
import { scopes } from '#contracts/scopes.ts';
import type { ApiKey } from '#features/api-keys/contract.ts';
import type { Scene } from '../scene.ts';
import type { Screen } from './list-scenes.ts';
import { dialog, failure, press, shapes, words } from './seen.ts';

const apiKeys: Screen = { screen: 'api-keys', path: '/dashboard/api-keys', role: 'admin' };

const plain: ApiKey = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Bookkeeping',
  scopes: ['orders:read', 'refunds:read', 'invoices:read'],
  lastFour: 'x7Q_',
  state: 'active',
  ownerEmail: 'admin@toolyard.example',
  createdAt: '2026-03-01T12:00:00.000Z',
  lastUsedAt: '2026-03-04T08:15:00.000Z',
  expiresAt: null,
  endedAt: null,
  addresses: [],
};
const keys: ApiKey[] = [
  plain,
  {
    ...plain,
    ...{ _id: '01980000-0000-7000-8000-000000000002', name: 'Label printer', lastFour: 'Kd0-' },
    ...{ scopes: ['orders:read', 'orders:write'], lastUsedAt: null, ownerEmail: 'staff@toolyard.example' },
    ...{ expiresAt: '2027-01-31T23:59:59.000Z', addresses: ['203.0.113.0/24'] },
  },
  {
    ...plain,
    ...{ _id: '01980000-0000-7000-8000-000000000003', name: 'Old stock feed', lastFour: '9aZf' },
    ...{ scopes: ['stock:read'], state: 'ended', endedAt: '2026-03-02T09:00:00.000Z' },
    ownerEmail: 'former@toolyard.example',
  },
];
const longKey: ApiKey = {
  ...plain,
  name: 'Thequarterlybookkeepingexportofthecentralwarehouse of Hammersmith & Fulham Joinery Supplies, Inc.',
  scopes: [...scopes],
  ownerEmail: `${'a-very-long-name.'.repeat(3)}of-somebody@department.hammersmith-joinery.example`,
  state: 'expired',
  expiresAt: '2026-03-02T23:59:59.000Z',
  addresses: ['203.0.113.0/24', '198.51.100.7/32', '2001:db8:aaaa:bbbb::/64'],
};

/** Opens a shop with these keys. */
const meetKeys = (rows: ApiKey[]) => async (page: Page) => {
  const headers = { 'x-total-count': String(rows.length) };
  await page.route(/^https?:\/\/[^/]+\/api-keys(\?|$)/, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: rows, headers }) : route.fallback(),
  );
  await page.reload();
};

async function openForm(page: Page): Promise<void> {
  await meetKeys(keys)(page);
  await press('Create key')(page);
}

async function sendEmptyForm(page: Page): Promise<void> {
  await openForm(page);
  await dialog(page).getByText('end date, allowed IP addresses').click();
  await dialog(page).getByRole('textbox', { name: 'Allowed IP addresses' }).fill('10.0.0.300');
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
}

/** Makes a key that always reads alike. */
async function makeKey(page: Page): Promise<void> {
  const key = `toolyard_${'Qm9va2tlZXBpbmc'.repeat(4).slice(0, 49)}`;
  await page.route(/^https?:\/\/[^/]+\/api-keys$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: { _id: plain._id, key } })
      : route.fallback(),
  );
  await press('Create key')(page);
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Bookkeeping');
  await dialog(page).getByRole('button', { name: 'Bookkeeping' }).click();
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
}

const copying = (page: Page) => dialog(page).getByRole('button', { name: 'Copy' });

/** The screen of keys for programs. */
export const apiKeyScenes: Scene[] = [
  { ...apiKeys, state: 'content', shop: 'demo', act: meetKeys(keys), shows: words('Label printer') },
  { ...apiKeys, state: 'long', shop: 'demo', act: meetKeys([longKey]), shows: words(/^Thequarterly/) },
  { ...apiKeys, state: 'empty', shop: 'demo', shows: words('No API keys yet') },
  { ...apiKeys, state: 'loading', shop: 'demo', held: /^GET \/api-keys/, shows: shapes },
  { ...apiKeys, state: 'failure', shop: 'demo', refused: /^GET \/api-keys/, shows: failure },
  { ...apiKeys, state: 'form', shop: 'demo', isOverlay: true, act: openForm, shows: dialog },
  {
    ...apiKeys,
    state: 'problems',
    shop: 'demo',
    isOverlay: true,
    act: sendEmptyForm,
    shows: (page) => dialog(page).getByText('Choose at least one scope'),
  },
  { ...apiKeys, state: 'made', shop: 'demo', isOverlay: true, act: makeKey, shows: copying },
  {
    ...apiKeys,
    screen: 'api-keys-buyer',
    role: 'buyer',
    state: 'empty',
    shop: 'demo',
    shows: words('No API keys yet'),
  },
];

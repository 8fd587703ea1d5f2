/** @module-tag sweep */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolders } from '#server/pages/build-pages.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';
import type { TestShop } from '#tests/support/test-shop.ts';
import { type Canaries, createCanaries } from './support/canaries.ts';
import { buyWell, type CanaryScene, typeCanaries } from './support/canary-flows.ts';
import { askBadly } from './support/canary-misuse.ts';
import { askInTrouble } from './support/canary-trouble.ts';
import { reportFigure } from './support/report-figure.ts';
import { type ShopFleet, startShopFleet } from './support/shop-fleet.ts';
import { createShopProcess } from './support/shop-process.ts';

const PUBLIC_PAGES = [
  '/',
  '/tools',
  '/about',
  '/portfolio',
  '/policy',
  '/login',
  '/signup',
  '/reset-password',
  '/verify-email',
  '/mailbox',
  '/nowhere',
  '/settings',
  '/openapi.json',
  '/api-reference',
  '/tool',
  '/review',
];

/** Names that only the server's code and settings contain. */
const SERVER_ONLY = [
  'SHOP_SECRET',
  'DATABASE_URL',
  'SHOP_ADMIN_PASSWORD',
  'GOOGLE_CLIENT_SECRET',
  'postgres://',
  'kysely',
  'argon2',
  'pgboss',
];

const canaries: Canaries = createCanaries();
const secret = (what: string) => canaries.keep(what, `canary-${randomBytes(24).toString('base64url')}`);
const refusals: { path: string; text: string }[] = [];

let fleet: ShopFleet;
let scene: CanaryScene;

beforeAll(async () => {
  const database = await createFreshDatabase();
  for (const connection of [database.connection, database.appConnection]) {
    canaries.keep('database password', connection.password);
  }
  fleet = await startShopFleet(1, {
    database,
    environment: {
      SHOP_LOG_LEVEL: 'debug',
      SHOP_SECRET: secret('SHOP_SECRET'),
      SHOP_ADMIN_EMAIL: 'admin@shop.example',
      SHOP_ADMIN_PASSWORD: secret('admin password'),
      GOOGLE_CLIENT_ID: 'public-client-id',
      GOOGLE_CLIENT_SECRET: secret('Google client secret'),
    },
  });
  scene = { fleet, canaries, call, callRaw };
});
afterAll(() => fleet?.stop());

const call: TestShop['call'] = async (method, path, options) => {
  const reply = await fleet.processes[0].call<never>(method, path, options);
  if (reply.status >= 400) note(path, reply.status, JSON.stringify(reply.body), reply.headers);
  return reply;
};

async function callRaw(method: string, path: string, body?: string): Promise<void> {
  const response = await fetch(`${fleet.processes[0].origin}${path}`, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  note(path, response.status, await response.text(), response.headers);
}

function note(path: string, status: number, text: string, headers: Headers): void {
  const head = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  refusals.push({ path: `${status} ${path.slice(0, 60)}`, text: `${head}\n${text}` });
}

test('the log and the refusals reveal nothing that people type or are given', async () => {
  const typed = typeCanaries(canaries, 'the buyer');
  const handed = await buyWell(scene, typed);
  await askBadly(scene, typed, handed);
  await askInTrouble(scene, typed, handed);

  const log = fleet.processes[0].printed();
  // The log was written, and had every occasion to reveal something.
  for (const line of [
    'request failed',
    'an order was paid',
    'refused',
    'accounts: ',
    'violates check constraint',
  ]) {
    expect(log).toContain(line);
  }
  expect(canaries.findIn(log)).toEqual([]);
  expect(
    refusals.flatMap(({ path, text }) => canaries.findIn(text).map((found) => `${path}: ${found}`)),
  ).toEqual([]);
  expect(refusals.filter(({ path }) => path.startsWith('5')).length).toBeGreaterThan(20);
  const lines = log.split('\n').length;
  reportFigure(
    'logs and pages tell nothing',
    `${canaries.count()} canaries, 0 found in ${lines} lines of the log`,
  );
  reportFigure('logs and pages tell nothing', `0 found in ${refusals.length} refusals`);
});

test('public pages and the assets that browsers load reveal nothing', async () => {
  const served = await Promise.all(
    PUBLIC_PAGES.map(async (path) => {
      const response = await fetch(`${fleet.processes[0].origin}${path}`);
      return { name: path, text: await response.text() };
    }),
  );
  const names = await readdir(buildFolders.client, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !/\.(br|gz|woff2)$/.test(entry.name));
  const assets = await Promise.all(
    files.map(async ({ parentPath, name }) => ({
      name,
      text: await readFile(join(parentPath, name), 'utf8'),
    })),
  );
  const found = [...served, ...assets].flatMap(({ name, text }) =>
    canaries.findIn(text).map((what) => `${name}: ${what}`),
  );
  const server = assets.flatMap(({ name, text }) =>
    SERVER_ONLY.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
  );
  expect([...found, ...server]).toEqual([]);
  expect(assets.length).toBeGreaterThan(20);
  reportFigure(
    'logs and pages tell nothing',
    `0 found in ${served.length} pages and ${assets.length} files for browsers`,
  );
});

test('a failed start reveals none of its settings', async () => {
  const settings = [
    { DATABASE_URL: `postgres://toolyard:${secret('database password')}@127.0.0.1:1/toolyard` },
    {
      DATABASE_URL: `mysql://toolyard:${secret('database password')}@127.0.0.1/toolyard`,
      SHOP_SECRET: canaries.keep('SHOP_SECRET', 'too-short-canary'),
      GOOGLE_CLIENT_SECRET: secret('Google client secret'),
    },
  ];
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-canary-'));
  const starts = settings.map(async (environment) => {
    const shop = await createShopProcess({ SHOP_LOG_LEVEL: 'debug', SHOP_DATA_DIR: dataDir, ...environment });
    await expect(shop.start()).rejects.toThrow('The shop did not start');
    return canaries.findIn(shop.printed());
  });
  expect((await Promise.all(starts)).flat()).toEqual([]);
  await rm(dataDir, { recursive: true });
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SpawnedShop, spawnShop, startSpawnedShop } from '#tests/support/spawn-shop.ts';

const admin = { SHOP_ADMIN_EMAIL: 'owner@toolyard.example', SHOP_ADMIN_PASSWORD: 'plumb-bob-and-chalk' };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-start-'));
  await chmod(folder, 0o711);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Starts the shop with settings that must stop it; returns what it printed. */
async function failToStart(environment: Record<string, string>): Promise<string> {
  const { ended, printed } = spawnShop({
    SHOP_DATA_DIR: join(folder, 'refused'),
    SHOP_DEMO: '0',
    ...environment,
  });
  expect(await ended).not.toBe(0);
  return printed().trim();
}

/** Processes whose command line names the data folder. */
function processesOf(dataDir: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(dataDir) && line.includes('postgres'));
}

function listensAt(origin: string): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  );
}

async function signUp(shop: SpawnedShop, email: string): Promise<number> {
  const response = await fetch(`${shop.origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.origin },
    body: JSON.stringify({ name: 'Ada Joiner', email, password: 'mitre-and-bevel' }),
  });
  return response.status;
}

async function signIn(shop: SpawnedShop, email: string, password: string): Promise<number> {
  const response = await fetch(`${shop.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.origin },
    body: JSON.stringify({ email, password }),
  });
  return response.status;
}

describe('a start that fails', () => {
  it('names every wrong setting at once', async () => {
    const printed = await failToStart({
      ...{ PORT: 'abc', SHOP_CURRENCY: 'doubloons', SHOP_DEMO: 'yes' },
    });
    expect(printed.split('\n')).toEqual([
      'These settings are wrong:',
      '  PORT must be a whole number',
      '  SHOP_CURRENCY must be an ISO 4217 code such as usd',
      '  SHOP_DEMO must be 0 or 1',
    ]);
  });

  it('says which port is in use', async () => {
    const rival = createServer().listen(0, '127.0.0.1');
    await once(rival, 'listening');
    const address = rival.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await failToStart({ PORT: String(port) })).toBe(
      `Port ${port} is in use. Set PORT to another one.`,
    );
    rival.close();
  });

  it('says that the data folder cannot be written', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const printed = await failToStart({ PORT: '0', SHOP_DATA_DIR: join(file, 'data') });
    expect(printed).toContain(file);
    expect(printed.split('\n')).toHaveLength(1);
  });

  it('says that the database cannot be reached, without its password', async () => {
    const printed = await failToStart({
      PORT: '0',
      DATABASE_URL: 'postgres://shop:hunter2@127.0.0.1:1/toolyard',
    });
    expect(printed).toMatch(/^The database cannot be used \(PostgreSQL at 127\.0\.0\.1:1\/toolyard\)/);
    expect(printed).not.toContain('hunter2');
    expect(printed.split('\n')).toHaveLength(1);
  });

  it('refuses settings in live mode that only suit a trial', async () => {
    const printed = await failToStart({ SHOP_MODE: 'live', SHOP_DEMO: '1' });
    expect(printed).toContain('CARD_PAYMENTS must not be sandbox');
    expect(printed).toContain('MAIL must not be mailbox');
    expect(printed).toContain('SHOP_DEMO must be 0');
    expect(printed).toContain('SHOP_ADMIN_EMAIL is missing');
    expect(printed).toContain('SHOP_ORIGIN must be an https address');
  });
});

describe('a killed shop', () => {
  it('keeps acknowledged writes, leaves no PostgreSQL behind, and starts again', async () => {
    const SHOP_DATA_DIR = join(folder, 'killed');
    const first = await startSpawnedShop({ SHOP_DATA_DIR, SHOP_DEMO: '0', ...admin });
    expect(await signUp(first, 'ada@joiner.com')).toBe(200);
    first.kill('SIGKILL');
    await first.ended;
    await expect.poll(() => processesOf(SHOP_DATA_DIR), { timeout: 10_000 }).toEqual([]);

    const second = await startSpawnedShop({ SHOP_DATA_DIR, SHOP_DEMO: '0', ...admin });
    expect(await signIn(second, 'ada@joiner.com', 'mitre-and-bevel')).toBe(200);
    expect(await signIn(second, admin.SHOP_ADMIN_EMAIL, admin.SHOP_ADMIN_PASSWORD)).toBe(200);
    second.kill('SIGTERM');
    await second.ended;
    expect(processesOf(SHOP_DATA_DIR)).toEqual([]);
  });

  it('cannot start on a data folder in use, and leaves the running shop unharmed', {
    tags: ['sweep'],
  }, async () => {
    const SHOP_DATA_DIR = join(folder, 'shared');
    const first = await startSpawnedShop({ SHOP_DATA_DIR, SHOP_DEMO: '0', ...admin });
    expect(await failToStart({ PORT: '0', SHOP_DATA_DIR, ...admin })).toContain('in use by a running shop');
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
    await first.stop();
  });
});

describe('a shop that accepts no connections for a while', () => {
  it('lets 1,500 concurrent connections wait', { tags: ['sweep'] }, async () => {
    const shop = await startSpawnedShop({ SHOP_DATA_DIR: join(folder, 'busy'), SHOP_DEMO: '0', ...admin });
    const port = Number(new URL(shop.origin).port);
    shop.kill('SIGSTOP');
    const sockets = Array.from({ length: 1_500 }, () => connect({ host: '127.0.0.1', port }));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.destroy();
    shop.kill('SIGCONT');
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200);
    await shop.stop();
  });
});

describe('the first start without settings', () => {
  it('generates an admin, prints the password once, and lets the admin sign in', async () => {
    const SHOP_DATA_DIR = join(folder, 'made-up');
    const first = await startSpawnedShop({ SHOP_DATA_DIR, SHOP_DEMO: '0' });
    const [, email = '', password = ''] = /Admin\s+(\S+), password (\S+)/.exec(first.printed()) ?? [];
    expect(await signIn(first, email, password)).toBe(200);
    await first.stop();

    const second = await startSpawnedShop({ SHOP_DATA_DIR, SHOP_DEMO: '0' });
    expect(second.printed()).not.toContain('generated');
    await second.stop();
  });
});

describe('a shop whose first process receives SIGTERM', () => {
  it('stops completely, frees its port and prints nothing', async () => {
    const SHOP_DATA_DIR = join(folder, 'supervised');
    const shop = await startSpawnedShop({ SHOP_DATA_DIR, SHOP_DEMO: '0', SHOP_LOG_LEVEL: 'info' });
    const opened = shop.printed();
    shop.terminate();
    expect(await shop.ended).toBe(0);
    expect(await listensAt(shop.origin)).toBe(false);
    expect(processesOf(SHOP_DATA_DIR)).toEqual([]);
    expect(shop.printed()).toBe(opened);
  });
});

import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { versionNotes } from '#platform/advisories.ts';
import { freePort, runScript, spawnShop, startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { startTraceReceiver } from '#tests/support/trace-receiver.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-doctor-'));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the doctor; returns its exit code and its lines, without the padding of mark and name. */
async function examine(settings: Record<string, string>) {
  const { code, printed } = await runScript('doctor', [], settings);
  const lines = printed.trimEnd().split('\n');
  return { code, lines: lines.map((line) => line.trim().replace(/\s+/g, ' ')) };
}

const versionLines = (...version: Parameters<typeof versionNotes>) =>
  versionNotes(...version).map((words) => `! Version ${words}`);

it('finds a new shop and a running shop healthy', async () => {
  const dataDir = join(folder, 'shop');
  const port = String(await freePort());
  const settings = { SHOP_DATA_DIR: dataDir, PORT: port, SHOP_DEMO: '0' };
  const figures = { METRICS_PORT: String(await freePort()) };
  const before = await examine(settings);
  expect(before).toEqual({
    code: 0,
    lines: [
      '✓ Settings trial mode',
      '! Live mode SHOP_ADMIN_EMAIL is missing: live mode generates no admin',
      '! Live mode SHOP_ORIGIN must be an https address in live mode',
      '! Live mode CARD_PAYMENTS must not be sandbox in live mode: no money would move',
      '! Live mode MAIL must not be mailbox in live mode: no email would be sent',
      `✓ Node version ${process.versions.node}`,
      ...versionLines('node', process.versions.node),
      expect.stringMatching(/^[✓!] Data folder .*\/shop, which the first start creates; [\d.]+ GB free$/),
      `✓ Port ${port} on 127.0.0.1 is free`,
      expect.stringMatching(/^! Shop none yet: one is created in .*\/\.doctor-\w+ for this check$/),
      expect.stringContaining('! Database Setting up a new PostgreSQL database in'),
      expect.stringMatching(/^✓ Database embedded PostgreSQL in the data folder, version 18\./),
      ...versionLines('postgresql', '18.4'),
      '! Tables none yet; the first start creates them',
      "✓ Accounts embedded (the shop's own), without Google sign-in: no tables yet; the first start creates them",
      '✓ Cards sandbox (test mode: no money moves): takes test cards',
      expect.stringMatching(/^✓ Pictures disk: .*\/pictures: a file was written and read$/),
      '✓ Email mailbox (test mode: no email is sent): shows emails at /mailbox',
    ],
  });
  expect(await readdir(folder)).toEqual([]);
  const shop = await startSpawnedShop({ ...settings, ...figures });
  const receiver = await startTraceReceiver();
  const after = await examine({
    ...settings,
    ...figures,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  });
  await receiver.stop();
  expect(after.code).toBe(0);
  expect(after.lines).toContain(`✓ Metrics ${figures.METRICS_PORT}: the shop’s figures are there`);
  expect(after.lines).toContain(
    "✓ Accounts embedded (the shop's own), without Google sign-in: accounts can be read",
  );
  expect(after.lines.at(-1)).toBe(
    `✓ Traces sent to ${new URL(receiver.endpoint).host} as toolyard: takes traces`,
  );
  expect(after.lines).toContain(`✓ Port ${port}: the shop is open there`);
  expect(after.lines).toContainEqual(expect.stringMatching(/^✓ Tables at \d{4}-/));
  expect(after.lines).toContainEqual(expect.stringMatching(/^✓ Outbox \d+ jobs due.*; 0 given up/));
  await shop.stop();
});

/** Listens on a port, as another program would. */
async function holdPort(): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

it('names every wrong setting', async () => {
  expect(await examine({ PORT: 'abc', SHOP_CURRENCY: 'doubloons' })).toEqual({
    code: 1,
    lines: [
      '✗ Settings PORT must be a whole number',
      '✗ Settings SHOP_CURRENCY must be an ISO 4217 code such as usd',
    ],
  });
});

it('names what is unreachable, and continues with the other checks', { tags: ['sweep'] }, async () => {
  const port = String(await freePort());
  const nobody = String(await freePort());
  const held = await holdPort();
  const mail = { MAIL: 'smtp', MAIL_FROM: 'shop@shop.example', SMTP_TLS: 'none' };
  const { code, lines } = await examine({
    ...{ SHOP_DATA_DIR: join(folder, 'mail'), PORT: port, S3_ACCESS_KEY: 'x' },
    ...{ ...mail, SMTP_HOST: '127.0.0.1', SMTP_PORT: nobody },
    ...{ METRICS_PORT: String(held.port), OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${nobody}` },
  });
  held.server.close();
  expect(code).toBe(1);
  expect(lines).toContain(`✗ Metrics Port ${held.port} is in use. Set METRICS_PORT to another one.`);
  expect(lines.slice(-2)).toEqual([
    `✗ Email the mail server cannot be reached: connect ECONNREFUSED 127.0.0.1:${nobody}`,
    `✗ Traces it cannot be reached: connect ECONNREFUSED 127.0.0.1:${nobody}`,
  ]);
  expect(lines).toContainEqual(expect.stringContaining('✓ Pictures disk'));
  expect(lines).toContainEqual(
    expect.stringContaining('! Settings S3_ACCESS_KEY is not a setting of the shop'),
  );

  const away = await examine({
    ...{ SHOP_DATA_DIR: join(folder, 'away'), PORT: port },
    DATABASE_URL: `postgres://shop:secret@127.0.0.1:${nobody}/shop`,
  });
  expect(away.code).toBe(1);
  expect(away.lines.at(-1)).toMatch(/^✗ Database The database cannot be used .*ECONNREFUSED/);
  expect(away.lines.join()).not.toContain('secret');
});

it('exits cleanly when its reader stops after one line', async () => {
  const settings = { SHOP_DATA_DIR: join(folder, 'piped'), PORT: String(await freePort()) };
  const { shop, ended, printed } = spawnShop(settings, { script: 'doctor' });
  shop.stdout?.once('data', () => shop.stdout?.destroy());
  expect(await ended).toBe(0);
  expect(printed()).toMatch(/^ {2}✓ Settings {4}trial mode\n/);
  expect(printed()).not.toContain('EPIPE');
});

it('reports a data folder that is a file', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const { code, lines } = await examine({ SHOP_DATA_DIR: file, PORT: String(await freePort()) });
  expect(code).toBe(1);
  expect(lines[lines.length - 2]).toMatch(/^✗ Data folder .* is a file, not a folder$/);
  const others = lines.filter((line) => !line.startsWith('! Live mode'));
  expect(others).toHaveLength(4 + versionLines('node', process.versions.node).length);
  expect(await readdir(folder)).toContain('a-file');
});

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { explainListenError } from '#server/start-failure.ts';
import { findPlace } from '../../../packages/embedded-postgres/src/index.ts';
import { examine, type Finding } from './finding.ts';

const SHOP_ANSWERS_MS = 2_000;
const LITTLE_ROOM_BYTES = 1e9;

/**
 * Whether the data folder, or the one that it would be made in, can be written to, and how much room there is. Nothing of
 * a folder that is not there yet is made.
 */
export async function examineFolder({ dataDir }: Config): Promise<Finding> {
  const folder = nearestFolder(dataDir);
  const finding = await examine('Data folder', async () => {
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is a file, and no folder`);
    const file = join(folder, `.doctor-${randomUUID()}`);
    await writeFile(file, 'a line', { flush: true });
    await rm(file);
    return dataDir;
  });
  if (finding.state === 'bad') return finding;
  const { bavail, bsize } = await statfs(folder);
  const room = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  const words =
    folder === dataDir ? `${dataDir}, ${room}` : `${dataDir}, which the first start creates; ${room}`;
  const hasRoom = bavail * bsize >= LITTLE_ROOM_BYTES;
  return { ...finding, words, state: hasRoom ? 'good' : 'note' };
}

/** Makes a folder to try a shop in, on the disk that its data folder would be on. */
export async function makeTrialFolder(dataDir: string) {
  const trial = await mkdtemp(join(nearestFolder(dataDir), '.doctor-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(trial, 0o711);
  const remove = async () => {
    const database = await findPlace(trial);
    await rm(database, { recursive: true, force: true });
    await rm(trial, { recursive: true, force: true });
  };
  return { dataDir: trial, remove };
}

/** The folder itself, or the nearest above it that is there. */
function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

/** Whether the shop can listen where it is told to, or does so already. */
export function examinePort({ host, port }: Config): Promise<Finding> {
  return examine('Port', async () => {
    if (await isServing(host, port)) return `${port}: the shop is open there`;
    await listenOnce(host, port);
    return `${port} on ${host} is free`;
  });
}

/** The same for the figures. */
export function examineMetricsPort({ host, port }: { host: string; port: number }): Promise<Finding> {
  return examine('Metrics', async () => {
    if ((await ask(host, port, '/metrics'))?.includes('\ntoolyard_'))
      return `${port}: the shop’s figures are there`;
    await listenOnce(host, port, { port: 'METRICS_PORT', host: 'METRICS_HOST' });
    return `${port} on ${host} is free`;
  });
}

async function isServing(host: string, port: number): Promise<boolean> {
  try {
    const said: unknown = JSON.parse((await ask(host, port, '/healthz')) ?? '');
    return typeof said === 'object' && said !== null && 'status' in said && said.status === 'ok';
  } catch {
    return false;
  }
}

/** What is answered at an address of this machine; `undefined` when nothing fit comes in time. */
async function ask(host: string, port: number, path: string): Promise<string | undefined> {
  const near = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const signal = AbortSignal.timeout(SHOP_ANSWERS_MS);
    const reply = await fetch(`http://${near}:${port}${path}`, { signal });
    return reply.ok ? await reply.text() : undefined;
  } catch {
    return undefined;
  }
}

function listenOnce(host: string, port: number, names?: { port: string; host: string }): Promise<void> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, host, port, names)));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}

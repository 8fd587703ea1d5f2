import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { explainListenError } from '../start-failure.ts';
import { examine, type Finding } from './finding.ts';

const SHOP_ANSWERS_MS = 2_000;
const LITTLE_ROOM_BYTES = 1e9;

/** Whether the data folder can be written to, and how much room there is. */
export async function examineFolder({ dataDir }: Config): Promise<Finding> {
  const finding = await examine('Data folder', async () => {
    await mkdir(dataDir, { recursive: true });
    const file = join(dataDir, `.doctor-${randomUUID()}`);
    await writeFile(file, 'a line', { flush: true });
    await rm(file);
    return dataDir;
  });
  if (finding.state === 'bad') return finding;
  const { bavail, bsize } = await statfs(dataDir);
  const words = `${dataDir}, ${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  return { ...finding, words, state: bavail * bsize < LITTLE_ROOM_BYTES ? 'note' : 'good' };
}

/** Whether the shop can listen where it is told to, or does so already. */
export function examinePort({ host, port }: Config): Promise<Finding> {
  return examine('Port', async () => {
    if (await isServing(host, port)) return `${port}: the shop is open there`;
    await listenOnce(host, port);
    return `${port} on ${host} is free`;
  });
}

async function isServing(host: string, port: number): Promise<boolean> {
  const near = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const signal = AbortSignal.timeout(SHOP_ANSWERS_MS);
    const reply = await fetch(`http://${near}:${port}/healthz`, { signal });
    return reply.ok && ((await reply.json()) as { status?: unknown }).status === 'ok';
  } catch {
    return false;
  }
}

function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, host, port)));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}

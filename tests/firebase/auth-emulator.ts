import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#tests/support/spawn-shop.ts';

const VERSION = '15.34.2';

/** Ignored by Git. The tools are some 300 MB, so the project does not depend on them. */
const folder = join(import.meta.dirname, `../../test-results/firebase-tools-${VERSION}`);
const cli = join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js');

/** The emulator's project; the prefix `demo-` keeps Firebase's tools offline. */
export const emulatorProject = 'demo-toolyard';

export type AuthEmulator = { host: string; stop(): Promise<void> };

/** Installs Firebase's tools if missing, and starts the emulator on a free port. @throws with its output */
export async function startAuthEmulator(): Promise<AuthEmulator> {
  if (!existsSync(cli)) await install();
  const [port, hub, logging] = [await freePort(), await freePort(), await freePort()];
  const config = { auth: { host: '127.0.0.1', port }, hub: { port: hub }, logging: { port: logging } };
  await writeFile(
    join(folder, 'firebase.json'),
    JSON.stringify({ emulators: { ...config, ui: { enabled: false } } }),
  );
  const args = [cli, 'emulators:start', '--only', 'auth', '--project', emulatorProject];
  const emulator = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(emulator, 'close');
  let printed = '';
  const ready = new Promise<void>((resolve) => {
    emulator.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('All emulators ready')) resolve();
    });
  });
  const failed = ended.then(() => {
    throw new Error(`The emulator did not start:\n${printed}`);
  });
  failed.catch(() => undefined);
  await Promise.race([ready, failed]);
  return {
    host: `127.0.0.1:${port}`,
    async stop() {
      emulator.kill('SIGINT');
      await ended;
    },
  };
}

async function install(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const npm = spawn('npm', [...args, `firebase-tools@${VERSION}`], { stdio: 'inherit' });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`firebase-tools could not be installed (${code})`);
}

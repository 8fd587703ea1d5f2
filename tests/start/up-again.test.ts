import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { until } from '#tests/support/until.ts';

/** In every Node that `npm start` begins: on SIGUSR2 a promise that nobody handles is rejected. */
const REJECTING = `process.on('SIGUSR2',()=>{Promise.reject(new Error('deliberate'))})`;

/** Lists the processes of the shop with this port. */
function serversOf(port: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => /^ *\d+ (\S*\/)?node .*src\/server\/server\.ts$/.test(line))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => environmentOf(pid).includes(`\0PORT=${port}\0`));
}

function environmentOf(pid: number): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`;
  } catch {
    return '';
  }
}

it('is up again after an error that nobody handled, and after a kill, and stays down once stopped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-up-again-'));
  const shop = await startSpawnedShop({
    SHOP_DATA_DIR: folder,
    SHOP_DEMO: '0',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REJECTING)}`,
  });
  const { port } = new URL(shop.origin);
  onTestFinished(async () => {
    if (serversOf(port).length > 0) shop.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  const isUp = () =>
    fetch(`${shop.origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  /** Sends a signal to the process that serves, and waits for the next one. */
  async function endBy(signal: NodeJS.Signals): Promise<void> {
    const [before, ...others] = serversOf(port);
    if (before === undefined || others.length > 0) throw new Error('not one process serves');
    process.kill(before, signal);
    await until('another process', async () => serversOf(port).some((pid) => pid !== before), 60_000);
    await until('it to serve', isUp, 60_000);
  }
  await endBy('SIGUSR2');
  expect(shop.printed()).toMatch(/"origin":"unhandledRejection".*nobody handled this error/);
  expect(shop.printed()).toContain('Error: deliberate\\n    at process.');
  expect(shop.printed()).toContain('Ended unexpectedly (exit code 70): starting again in 2 s.');
  await endBy('SIGKILL');
  expect(shop.printed()).toContain('Ended unexpectedly (exit code 137)');

  shop.terminate();
  expect(await shop.ended).toBe(0);
  expect(serversOf(port)).toEqual([]);
});

it('stays down when it ends again and again', () => {
  const { status, stderr } = spawnSync('sh', ['scripts/keep-up.sh', '0', 'sh', '-c', 'exit 70'], {
    encoding: 'utf8',
  });
  expect(status).toBe(70);
  expect(stderr.match(/starting again/g)).toHaveLength(9);
  expect(stderr).toContain('Ended unexpectedly 10 times, each within 5 minutes of its start, and stays down');
});

it.each([0, 1, 2])('leaves a command that ends by itself with %i ended', (code) => {
  const { status, stderr } = spawnSync('sh', ['scripts/keep-up.sh', '0', 'sh', '-c', `exit ${code}`], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([code, '']);
});

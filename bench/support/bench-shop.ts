import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type SpawnedShop, startSpawnedShop } from '#tests/support/spawn-shop.ts';

/** The admin of a measured shop. */
export const benchAdmin = { email: 'admin@bench.example', password: 'plumb-bob-and-square' };

/** A shop with normal settings, except that rate limits are off. */
export type BenchShop = SpawnedShop & { dataDir: string; stop(): Promise<void> };

/** Time after a first start in which the demo catalogue's pictures are still being encoded. */
const SETTLE_MS = 20_000;

/** Starts the shop with its embedded defaults and the demo catalogue, by `npm start`. @param dataDir an
 * existing shop's data, which `stop` keeps; otherwise a fresh folder, which `stop` removes */
export async function startBenchShop(
  dataDir?: string,
  environment: Record<string, string> = {},
): Promise<BenchShop> {
  const folder = dataDir ?? (await makeFolder());
  const shop = await startSpawnedShop({
    SHOP_DATA_DIR: folder,
    SHOP_RATE_LIMIT: 'off',
    SHOP_ADMIN_EMAIL: benchAdmin.email,
    SHOP_ADMIN_PASSWORD: benchAdmin.password,
    ...environment,
  });
  if (!dataDir) await pause(SETTLE_MS);
  return {
    ...shop,
    dataDir: folder,
    async stop() {
      shop.kill('SIGINT');
      await shop.ended;
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A temporary folder that PostgreSQL, which runs as another user under root, can pass through. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-bench-'));
  await chmod(folder, 0o711);
  return folder;
}

/** An access token of the admin's. */
export async function signInAsBenchAdmin({ origin }: Pick<BenchShop, 'origin'>): Promise<string> {
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(benchAdmin),
  });
  const { token: proof } = (await signedIn.json()) as { token: string };
  const exchanged = await fetch(`${origin}/user/${benchAdmin.email}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${proof}` },
  });
  return ((await exchanged.json()) as { token: string }).token;
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startThrowawayPostgres } from '#embedded-postgres/testing';
import { freePort } from '#tests/support/spawn-shop.ts';

/** A minimal server as a baseline for the shop. */
export type Floor = { origin: string; stop(): Promise<void> };

/** Starts the baseline server, with a PostgreSQL like the shop's, in a separate process. */
export async function startFloor(): Promise<Floor> {
  const postgres = await startThrowawayPostgres('floor');
  const port = await freePort();
  const server = fork(join(import.meta.dirname, 'floor-server.ts'), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      FLOOR_DATABASE: JSON.stringify(postgres.connection),
    },
  });
  await once(server, 'message');
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGKILL');
      await once(server, 'exit');
      await postgres.stop();
    },
  };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startThrowawayPostgres } from '#embedded-postgres/testing';
import { freePort } from '#tests/support/spawn-shop.ts';

/** A server that does the least there is to do, to measure ours against. */
export type Floor = { origin: string; stop(): Promise<void> };

/** Starts the floor's server, with a PostgreSQL like the shop's, in a process of its own. */
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

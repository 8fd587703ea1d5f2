import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** Quick and forgetful: what tests may set, and a shop must not. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts an empty PostgreSQL for tests, in a temporary folder that `stop` removes. Its role may create databases.
 * @param settings further PostgreSQL settings, such as `max_connections`
 */
export async function startThrowawayPostgres(
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-test-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    say: () => undefined,
    settings: { ...forgetful, ...settings },
  });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...postgres, stop };
}

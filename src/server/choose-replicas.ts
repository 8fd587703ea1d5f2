import type { Database } from '#platform/database/database.ts';
import type { DatabaseSettings } from '#platform/database/database-settings.ts';
import { openReplicas, type Replicas } from '#platform/database/replicas.ts';
import type { Log } from '#platform/log.ts';

/** The replicas of the settings, where there are any. */
export function chooseReplicas(
  database: DatabaseSettings,
  { primary, log }: { primary: Database; log: Log },
): Replicas | undefined {
  if (database.kind !== 'server' || database.replicas.length === 0) return undefined;
  return openReplicas({
    primary,
    connections: database.replicas,
    maxConnections: database.poolSize,
    onUnhealthy: (replica, error) =>
      log.warn({ err: error, replica }, 'a replica is left alone until it is well'),
    onHealthy: (replica) => log.info({ replica }, 'a replica answers'),
  });
}

import type { Database } from '#platform/database/database.ts';
import type { DatabaseSettings } from '#platform/database/database-settings.ts';
import { checkReplica } from '#platform/database/replicas.ts';
import { examine, type Finding } from './finding.ts';

/** Whether each replica of the settings would answer. The shop works without, so none of them makes it ill. */
export async function examineReplicas(primary: Database, database: DatabaseSettings): Promise<Finding[]> {
  if (database.kind === 'embedded') return [];
  const looks = database.replicas.map(async (connection): Promise<Finding> => {
    const name = `${connection.host}:${connection.port}`;
    const finding = await examine('Replica', () => checkReplica(primary, connection));
    const state = finding.state === 'bad' ? 'note' : finding.state;
    return { ...finding, state, words: `${name}: ${finding.words}` };
  });
  return Promise.all(looks);
}

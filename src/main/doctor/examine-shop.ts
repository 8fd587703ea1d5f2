import type { Config } from '#platform/config.ts';
import type { DatabaseServer } from '../database-server.ts';
import { joinDatabaseServer } from '../database-server.ts';
import { openShop } from '../open-shop.ts';
import { examineDatabase } from './examine-database.ts';
import { examineFolder, examineMetricsPort, examinePort } from './examine-machine.ts';
import { examineReplicas } from './examine-replicas.ts';
import { examine, type Finding } from './finding.ts';

/**
 * Looks at everything that the shop needs with these settings, and hands each finding over as it comes. Nothing is
 * changed, but that the embedded database is started for it where it is not running.
 */
export async function examineShop(config: Config, tell: (finding: Finding) => void): Promise<void> {
  tell({ about: 'Settings', state: 'good', words: `${config.mode} mode` });
  const folder = await examineFolder(config);
  tell(folder);
  tell(await examinePort(config));
  if (config.metrics) tell(await examineMetricsPort(config.metrics));
  if (folder.state === 'bad') return;
  const notes: string[] = [];
  let server: DatabaseServer | undefined;
  const found = await examine('Database', async () => {
    server = await joinDatabaseServer(config, (line) => notes.push(line));
    return server.summary;
  });
  for (const words of notes) tell({ about: 'Database', state: 'note', words });
  if (!server) return tell(found);
  try {
    await examineServices(config, server, tell);
  } finally {
    await server.stop();
  }
}

async function examineServices(
  config: Config,
  server: DatabaseServer,
  tell: (finding: Finding) => void,
): Promise<void> {
  const open = await openShop(config, server.owner);
  try {
    const { db, identityProvider, cardPayments, imageHost, mailer, tracing } = open.shop;
    const database = examineDatabase(db, server, config).catch((error: Error): Finding[] => [
      { about: 'Database', state: 'bad', words: error.message },
    ]);
    for (const finding of await database) tell(finding);
    for (const finding of await examineReplicas(db, config.database)) tell(finding);
    const services = [
      ['Accounts', identityProvider],
      ['Cards', cardPayments],
      ['Pictures', imageHost],
      ['Mail', mailer],
      ['Traces', tracing],
    ] as const;
    for (const [about, service] of services) {
      if (service) tell(await examine(about, async () => `${service.summary}: ${await service.check()}`));
    }
  } finally {
    await open.close();
  }
}

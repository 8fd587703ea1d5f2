import type { Config } from '#platform/config.ts';
import { createContext } from '#server/create-context.ts';
import type { DatabaseServer } from '#server/database-server.ts';
import { isShopThere, joinDatabaseServer, startDatabaseServer } from '#server/database-server.ts';
import { refuseOtherSecret } from '#server/refuse-other-secret.ts';
import { examineDatabase } from './examine-database.ts';
import { examineFolder, examineMetricsPort, examinePort, makeTrialFolder } from './examine-machine.ts';
import { examineReplicas } from './examine-replicas.ts';
import { examine, type Finding } from './finding.ts';

/**
 * Looks at everything that the shop needs with these settings, and hands each finding over as it comes. Nothing is
 * changed, but that the embedded database is started for it where it is not running. Where there is no shop yet, one is
 * tried in a folder beside its place, which is removed again: a first start is told of as a later one is.
 */
export async function examineShop(config: Config, tell: (finding: Finding) => void): Promise<void> {
  tell({ about: 'Settings', state: 'good', words: `${config.mode} mode` });
  for (const words of config.notes) tell({ about: 'Settings', state: 'note', words });
  const isThere = await isShopThere(config);
  const folder = await examineFolder(config);
  tell(folder);
  tell(await examinePort(config));
  if (config.metrics) tell(await examineMetricsPort(config.metrics));
  if (folder.state === 'bad') return;
  if (isThere) return examineWithDatabase(config, tell);
  const trial = await makeTrialFolder(config.dataDir);
  tell({ about: 'Shop', state: 'note', words: `none there yet: one is tried in ${trial.dataDir}, for now` });
  try {
    await examineWithDatabase({ ...config, dataDir: trial.dataDir }, tell);
  } finally {
    await trial.remove();
  }
}

async function examineWithDatabase(config: Config, tell: (finding: Finding) => void): Promise<void> {
  const notes: string[] = [];
  let server: DatabaseServer | undefined;
  const found = await examine('Database', async () => {
    const say = (line: string) => notes.push(line);
    const isRunning = await isShopThere(config);
    server = isRunning ? await joinDatabaseServer(config, say) : await startDatabaseServer(config, say);
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
  const open = await createContext(config, server.owner);
  try {
    const { db, identityProvider, cardPayments, imageHost, mailer, tracing } = open.context;
    const database = examineDatabase(open.context, server).catch((error: Error): Finding[] => [
      { about: 'Database', state: 'bad', words: error.message },
    ]);
    for (const finding of await database) tell(finding);
    for (const finding of await examineReplicas(db, config.database)) tell(finding);
    const secret = await examine('Secret', () => refuseOtherSecret(open.context).then(() => 'the same'));
    if (secret.state === 'bad') tell(secret);
    const services = [
      ['Accounts', identityProvider],
      ['Cards', cardPayments],
      ['Pictures', imageHost],
      ['Email', mailer],
      ['Traces', tracing],
    ] as const;
    for (const [about, service] of services) {
      if (service) tell(await examine(about, async () => `${service.summary}: ${await service.check()}`));
    }
  } finally {
    await open.close();
  }
}

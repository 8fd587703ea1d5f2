import { versionNotes } from '#platform/advisories.ts';
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { createContext } from '#server/shop/create-context.ts';
import { isShopThere, joinDatabaseServer, startDatabaseServer } from '#server/shop/database-server.ts';
import { explainStartFailure } from '#server/shop/start-failure.ts';
import { checkOtherSecrets } from '#server/shop/start-shop.ts';
import {
  bad,
  check,
  checkDatabase,
  checkFolder,
  checkMetricsPort,
  checkPort,
  type Finding,
  good,
  makeTrialFolder,
  note,
} from './checks.ts';
import { type Command, say } from './command-line.ts';

const marks = { good: '✓', note: '!', bad: '✗' } as const;
const ABOUT_WIDTH = 12;

export const doctorCommand: Command = {
  name: 'doctor',
  about: [
    'Checks each setting, folder, and service; exit code 1 if one fails.',
    'Nothing is changed: if there is no shop yet, it creates one for a moment and removes it again.',
  ],
  async run() {
    const report = ({ about, state, words }: Finding) => {
      if (state === 'bad') process.exitCode = 1;
      say(`  ${marks[state]} ${about.padEnd(ABOUT_WIDTH)}${words}`);
    };
    try {
      for await (const finding of checkShop(readConfig(process.env))) report(finding);
    } catch (error) {
      if (error instanceof ConfigError) for (const words of error.problems) report(bad('Settings', words));
      else report(bad('Shop', explainStartFailure(error)));
    }
  },
};

// Changes nothing, except that it starts the embedded database if it is not running. If there is no shop yet,
// a temporary one is created in a folder beside its place and removed again, so that a first start is
// reported like a later one.
async function* checkShop(settings: Config): AsyncGenerator<Finding> {
  const config: Config = { ...settings, logLevel: 'silent' };
  yield good('Settings', `${config.mode} mode`);
  for (const words of config.notes) yield note('Settings', words);
  for (const { setting, problem } of config.missingForLive) yield note('Live mode', `${setting} ${problem}`);
  yield good('Node', `version ${process.versions.node}`);
  for (const words of versionNotes('node', process.versions.node)) yield note('Version', words);
  const isThere = await isShopThere(config);
  const folder = await checkFolder(config);
  yield folder;
  yield checkPort(config);
  if (config.metrics) yield checkMetricsPort(config.metrics);
  if (folder.state === 'bad') return;
  if (isThere) return yield* checkServices(config, joinDatabaseServer);
  await using opened = new AsyncDisposableStack();
  const trial = await makeTrialFolder(config.dataDir);
  opened.defer(trial.remove);
  yield note('Shop', `none yet: one is created in ${trial.dataDir} for this check`);
  yield* checkServices({ ...config, dataDir: trial.dataDir }, startDatabaseServer);
}

/** Checks the database and, if it is available, the other configured services. */
async function* checkServices(
  config: Config,
  openServer: typeof startDatabaseServer,
): AsyncGenerator<Finding> {
  await using opened = new AsyncDisposableStack();
  const notes: string[] = [];
  const server = await openServer(config, (line) => notes.push(line)).catch((error: Error) => error);
  for (const words of notes) yield note('Database', words);
  if (server instanceof Error) return yield bad('Database', server.message);
  opened.defer(server.stop);
  const { context, close } = await createContext(config, server.owner);
  opened.defer(close);
  const findings = checkDatabase(context, server);
  yield* await findings.catch((error: Error) => [bad('Database', error.message)]);
  const secret = await check('Secret', () => checkOtherSecrets(context).then(() => 'the same'));
  if (secret.state === 'bad') yield secret;
  const services = {
    Accounts: context.identityProvider,
    Cards: context.cardPayments,
    Pictures: context.imageHost,
    Email: context.mailer,
    Traces: context.tracing,
  };
  for (const [about, service] of Object.entries(services)) {
    if (service) yield check(about, async () => `${service.summary}: ${await service.check()}`);
  }
}

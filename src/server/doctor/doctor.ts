import { type Config, ConfigError, readConfig } from '#platform/config.ts';
import { type Command, runCommand } from '#server/command-line.ts';
import { explainStartFailure } from '#server/start-failure.ts';
import { examineShop } from './examine-shop.ts';
import { type Finding, toLine } from './finding.ts';

const command: Command = {
  name: 'doctor',
  about: [
    'Says of each setting, folder and service whether the shop could work with it; exit code 1 if not.',
    'Nothing is changed: where there is no shop yet, it tries one for a moment, and takes it away again.',
  ],
};

let isIll = false;

function tell(finding: Finding): void {
  if (finding.state === 'bad') isIll = true;
  process.stdout.write(`${toLine(finding)}\n`);
}

function readSettings(): Config | undefined {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const words of error.problems) tell({ about: 'Settings', state: 'bad', words });
    return undefined;
  }
}

await runCommand(command, process.argv.slice(2), async () => {
  try {
    const config = readSettings();
    if (config) await examineShop({ ...config, logLevel: 'silent' }, tell);
  } catch (error) {
    tell({ about: 'Shop', state: 'bad', words: explainStartFailure(error) });
  }
  if (isIll) process.exitCode = 1;
});

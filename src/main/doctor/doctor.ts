import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { type Config, ConfigError, readConfig } from '#platform/config.ts';
import { explainStartFailure } from '../start-failure.ts';
import { examineShop } from './examine-shop.ts';
import { type Finding, toLine } from './finding.ts';

/** `npm run doctor`: says of each setting, folder and service whether the shop could work with it; exit code 1 if not. */

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

try {
  if (existsSync('.env')) loadEnvFile('.env');
  const config = readSettings();
  if (config) await examineShop({ ...config, logLevel: 'silent' }, tell);
} catch (error) {
  tell({ about: 'Shop', state: 'bad', words: explainStartFailure(error) });
}
process.exitCode = isIll ? 1 : 0;

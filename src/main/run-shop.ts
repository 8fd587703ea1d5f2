import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { readConfig } from '#platform/config.ts';
import { explainStartFailure } from './start-failure.ts';
import { type RunningShop, type StartOptions, startShop } from './start-shop.ts';
import { describeStart } from './start-summary.ts';

const GRACE_MS = 10_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the shop as this process until it is told to stop; a start that fails ends it with one clear message. */
export async function runShop(options: Pick<StartOptions, 'preparePages' | 'addPages'>): Promise<void> {
  try {
    if (existsSync('.env')) loadEnvFile('.env');
    const running = await startShop({ config: readConfig(process.env), say, ...options });
    say(describeStart(running));
    stopOnSignal(running);
  } catch (error) {
    process.stderr.write(`${explainStartFailure(error)}\n`);
    process.exit(1);
  }
}

/** Ends in order on the first signal, and at once on the second or when the grace is over. */
function stopOnSignal(running: RunningShop): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    running.shop.readiness.isStopping = true;
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    await running.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#platform/config.ts';
import { type Command, runCommand, say } from './command-line.ts';
import { type RunningShop, type StartOptions, startShop } from './start-shop.ts';
import { describeStart } from './start-summary.ts';

const STOP_WITHIN_MS = 10_000;
/** Long enough for whoever asks `/readyz` every second, and for one more request over each connection in use. */
const DRAIN_MS = 2_000;
/** A signal to a whole process group can come twice under npm, which passes its own on. */
const ECHO_MS = 500;

/** Runs the shop as this process until it is told to stop; a start that fails ends it with one clear message. */
export async function runShop(
  command: Command,
  options: Omit<StartOptions, 'config' | 'say'>,
): Promise<void> {
  await runCommand(command, process.argv.slice(2), async () => {
    const running = await startShop({ config: readConfig(process.env), say, ...options });
    say(describeStart(running));
    stopOnSignal(running);
    // Now rather than at the end, which a process that is killed never sees.
    flushCompileCache();
  });
  if (process.exitCode) process.exit();
}

/**
 * Ends in order on the first signal, and at once on a second or when the limit is reached. A service manager's SIGTERM
 * leaves time to send the traffic elsewhere; whoever presses Ctrl-C waits for nothing.
 */
function stopOnSignal(running: RunningShop): void {
  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > ECHO_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    running.drain();
    if (signal === 'SIGTERM') await pause(DRAIN_MS);
    await running.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

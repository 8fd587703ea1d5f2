import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/log.ts';
import { unawaited } from '#platform/promises.ts';
import { type Command, runCommand, say } from './commands/command-line.ts';
import { explainStartFailure } from './shop/start-failure.ts';
import { type RunningShop, type StartOptions, startShop } from './shop/start-shop.ts';

/** On a starved machine a payment waits that long for the ones before it. */
const STOP_WITHIN_MS = 20_000;
/** Long enough for a load balancer that checks `/readyz` every second, and for one more request on each open
 * connection. */
const DRAIN_MS = 2_000;
/** A signal to a whole process group can arrive twice under npm, which forwards its own. */
const ECHO_MS = 500;

/** `EX_SOFTWARE` of sysexits(3): scripts/keep-up.sh starts the shop again. */
const ENDED_UNEXPECTEDLY = 70;

/** Runs the shop as this process until it is stopped; a failed start ends it with one clear message. */
export async function runShop(
  command: Omit<Command, 'run'>,
  options: Omit<StartOptions, 'config' | 'say' | 'beforeListening'>,
): Promise<void> {
  const run = async () => {
    const opened = Promise.withResolvers<RunningShop>();
    const running = await startShop({
      config: readConfig(process.env),
      say,
      ...options,
      // A supervisor may stop the shop as soon as it is ready.
      beforeListening: () => endInOrder(opened.promise),
    });
    opened.resolve(running);
    say(describeStart(running));
    // Now rather than at exit, which a killed process never reaches.
    flushCompileCache();
  };
  await runCommand({ ...command, run }, process.argv.slice(2));
  if (process.exitCode) process.exit();
}

// Stops in order on the first signal, once the shop has started, and at once on a second one or at the time
// limit. After a service manager's SIGTERM it keeps serving while traffic moves elsewhere; after Ctrl-C it
// does not wait. After an error that nobody handled it stops as on SIGTERM: what it holds in memory may be
// wrong, and whoever started it starts it again.
function endInOrder(opened: Promise<RunningShop>): void {
  let running: RunningShop | undefined;
  let stoppingSince: number | undefined;

  async function stop(exitCode: number, drainMs: number): Promise<void> {
    stoppingSince = Date.now();
    const late = () => endAtOnce(`Ended after ${STOP_WITHIN_MS / 1000} seconds`, running, exitCode || 1);
    setTimeout(late, STOP_WITHIN_MS).unref();
    running = await opened;
    running.drain();
    await pause(drainMs);
    await running.stop();
    process.exit(exitCode);
  }

  const begin = (exitCode: number, drainMs: number) =>
    unawaited(stop(exitCode, drainMs), (error) => {
      process.stderr.write(`${explainStartFailure(error)}\n`);
      process.exit(exitCode || 1);
    });

  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSince === undefined) begin(0, signal === 'SIGTERM' ? DRAIN_MS : 0);
    else if (Date.now() - stoppingSince > ECHO_MS)
      endAtOnce(`Ended at once, by a second ${signal}`, running, 1);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // A rejection that nobody handled arrives here too, with the origin `unhandledRejection`.
  process.on('uncaughtException', (error, origin) => {
    createLog('fatal').fatal({ err: error, origin }, 'nobody handled this error, so the shop ends');
    if (stoppingSince === undefined) begin(ENDED_UNEXPECTEDLY, DRAIN_MS);
  });
}

function endAtOnce(how: string, running: RunningShop | undefined, exitCode: number): void {
  process.stderr.write(`${how}, while the stop waited for ${running?.waitsFor() ?? 'the start'}.\n`);
  process.exit(exitCode);
}

/** Formats the start message: the address, how to sign in as admin, and the services in use. */
function describeStart({ context, admin, isGuideOpen, databaseSummary }: RunningShop): string {
  const { origin, config, mailer } = context;
  const rows = {
    Admin: describeAdmin(context, admin),
    'Set up': isGuideOpen && `log in as the admin at ${origin}/login: the setup guide opens`,
    Mailbox: config.email.kind === 'mailbox' && `${origin}/mailbox`,
    API: `${origin}/api-reference`,
    Database: databaseSummary,
    Accounts: context.identityProvider.summary,
    Cards: context.cardPayments.summary,
    Pictures: context.imageHost.summary,
    Email: mailer.summary,
    Traces: context.tracing?.summary,
    Mode:
      config.mode !== 'trial'
        ? config.mode
        : `trial (no real money${mailer.kind === 'mailbox' ? ', no real email' : ''})`,
  };
  const lines = Object.entries(rows).flatMap(([name, row]) => (row ? [`  ${name.padEnd(14)}${row}`] : []));
  return ['', `  Toolyard is open at ${origin}`, '', ...lines, ''].join('\n');
}

/** With an external identity provider, the role is granted at the first sign-in. */
function describeAdmin({ embeddedIdentity }: RunningShop['context'], admin: RunningShop['admin']): string {
  if (!embeddedIdentity) {
    return admin
      ? `${admin.email}, once they log in with that address verified`
      : 'none yet: npm run make-admin -- EMAIL';
  }
  if (!admin) return 'as before (forgot the password? Reset it at /login)';
  return admin.madeUpPassword
    ? `${admin.email}, password ${admin.madeUpPassword} (generated; shown only this once)`
    : `${admin.email}, with the password you set`;
}

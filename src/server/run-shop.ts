import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#platform/config/config.ts';
import { type Command, runCommand, say } from './commands/command-line.ts';
import { explainStartFailure } from './shop/start-failure.ts';
import { type RunningShop, type StartOptions, startShop } from './shop/start-shop.ts';

const STOP_WITHIN_MS = 10_000;
/** Long enough for a load balancer that checks `/readyz` every second, and for one more request on each open
 * connection. */
const DRAIN_MS = 2_000;
/** A signal to a whole process group can arrive twice under npm, which forwards its own. */
const ECHO_MS = 500;

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
      // Whoever finds the shop ready may stop it at once.
      beforeListening: () => stopOnSignal(opened.promise),
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
// does not wait.
function stopOnSignal(opened: Promise<RunningShop>): void {
  let running: RunningShop | undefined;
  let stoppingSince: number | undefined;
  const end = (how: string) => {
    const awaited = running?.waitsFor() ?? 'the start';
    process.stderr.write(`${how}, while the stop waited for ${awaited}.\n`);
    process.exit(1);
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > ECHO_MS) end(`Ended at once, by a second ${signal}`);
      return;
    }
    stoppingSince = Date.now();
    setTimeout(() => end(`Ended after ${STOP_WITHIN_MS / 1000} seconds`), STOP_WITHIN_MS).unref();
    running = await opened;
    running.drain();
    if (signal === 'SIGTERM') await pause(DRAIN_MS);
    await running.stop().catch((error: unknown) => {
      process.stderr.write(`${explainStartFailure(error)}\n`);
      process.exit(1);
    });
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
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

import { emailSchema } from '#contracts/identifiers.ts';
import type { AppContext } from '#features/app-context.ts';
import { endSessions, makeAdmin } from '#features/users/manage-users.ts';
import { runAsActor } from '#platform/actor.ts';
import { readConfig } from '#platform/config/config.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { type Command, runCommand, say } from './commands/command-line.ts';
import { doctorCommand } from './commands/doctor.ts';
import { repeatErasuresCommand } from './commands/repeat-erasures.ts';
import { createContext } from './shop/create-context.ts';
import { joinDatabaseServer } from './shop/database-server.ts';
import { requireTables } from './shop/prepare-tables.ts';
import { StartFailure } from './shop/start-failure.ts';

const unknown = 'has no account here. Sign up first';

const commands: Command[] = [
  aboutSomebody(
    'make-admin',
    'Makes a user who has signed up an admin. The shop can be running or stopped.',
    makeAdmin,
    {
      made: 'is now an admin (once the address is verified)',
      already: 'is already an admin',
      unknown,
    },
  ),
  aboutSomebody(
    'end-sessions',
    'Logs a user out everywhere. The shop can be running or stopped.',
    endSessions,
    { ended: 'is logged out everywhere', unknown },
  ),
  backupCommand,
  restoreCommand,
  repeatErasuresCommand,
  doctorCommand,
];

/** Creates a command about a user, from what it does and how it reports the outcome. */
function aboutSomebody<Outcome extends string>(
  name: string,
  about: string,
  act: (context: AppContext, email: string) => Promise<Outcome>,
  answers: Record<Outcome, string>,
): Command {
  const run = async (argument = '') => {
    const email = emailSchema.safeParse(argument);
    if (!email.success) throw new StartFailure(`Whose account? npm run ${name} -- somebody@example.com`);
    const config = readConfig(process.env);
    await using opened = new AsyncDisposableStack();
    const server = await joinDatabaseServer(config, say);
    opened.defer(server.stop);
    await requireTables(server);
    const { context, close } = await createContext(config, server.owner);
    opened.defer(close);
    const outcome = await runAsActor({ actor: 'command_line' }, () => act(context, email.data));
    say(`${email.data} ${answers[outcome]}.`);
    if (outcome === 'unknown') process.exitCode = 1;
  };
  return { name, takes: 'EMAIL', about: [about], run };
}

const [name, ...args] = process.argv.slice(2);
const command = commands.find((each) => each.name === name);
if (!command) throw new Error(`There is no command ${name}`);
await runCommand(command, args);

import { emailSchema } from '#contracts/identifiers.ts';
import type { AppContext } from '#features/app-context.ts';
import { endSessions } from '#features/users/end-sessions.ts';
import { makeAdmin } from '#features/users/make-admin.ts';
import { runAsActor } from '#platform/actor.ts';
import { readConfig } from '#platform/config.ts';
import { type Command, runCommand, say } from './command-line.ts';
import { createContext } from './create-context.ts';
import { joinDatabaseServer } from './database-server.ts';
import { requireTables } from './prepare-tables.ts';
import { StartFailure } from './start-failure.ts';

/** A command about somebody: what it does, and how it says what came of it. */
type PersonCommand<Outcome extends string = string> = Command & {
  act: (context: AppContext, email: string) => Promise<Outcome>;
  answers: Record<Outcome, string>;
};

const unknown = 'has no account here: sign up first';

/** `npm run make-admin -- EMAIL`: gives somebody who has signed up the admin role. */
const makeAdminCommand: PersonCommand<'made' | 'already' | 'unknown'> = {
  name: 'make-admin',
  takes: 'EMAIL',
  about: ['Makes a person who has signed up an admin. The shop may be running or not.'],
  act: makeAdmin,
  answers: {
    made: 'is now an admin (once the address is verified)',
    already: 'is already an admin',
    unknown,
  },
};

/** `npm run end-sessions -- EMAIL`: signs somebody out everywhere. */
const endSessionsCommand: PersonCommand<'ended' | 'unknown'> = {
  name: 'end-sessions',
  takes: 'EMAIL',
  about: ['Logs a person out everywhere. The shop may be running or not.'],
  act: endSessions,
  answers: { ended: 'is logged out everywhere', unknown },
};

const commands: PersonCommand[] = [makeAdminCommand, endSessionsCommand];

async function run({ name, act, answers }: PersonCommand, argument: string | undefined): Promise<void> {
  const email = emailSchema.safeParse(argument ?? '');
  if (!email.success) throw new StartFailure(`Whose account? npm run ${name} -- somebody@example.com`);
  const config = readConfig(process.env);
  const server = await joinDatabaseServer(config, say);
  try {
    await requireTables(server);
    const open = await createContext(config, server.owner);
    try {
      const outcome = await runAsActor({ actor: 'command_line' }, () => act(open.context, email.data));
      say(`${email.data} ${answers[outcome]}.`);
      if (outcome === 'unknown') process.exitCode = 1;
    } finally {
      await open.close();
    }
  } finally {
    await server.stop();
  }
}

const [name, ...args] = process.argv.slice(2);
const command = commands.find((each) => each.name === name);
if (!command) throw new Error(`There is no command ${name}`);
await runCommand(command, args, (argument) => run(command, argument));

import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { emailSchema } from '#contracts/identifiers.ts';
import { actAs } from '#platform/acting.ts';
import { readConfig } from '#platform/config.ts';
import { migrate } from '#platform/database/migrate.ts';
import { endSessions } from '#workflows/end-sessions.ts';
import { makeAdmin } from '#workflows/make-admin.ts';
import type { Shop } from '#workflows/shop.ts';
import { joinDatabaseServer } from './database-server.ts';
import { openShop } from './open-shop.ts';
import { explainStartFailure, StartFailure } from './start-failure.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A command about somebody: what it does, and how it says what came of it. */
type Command<Outcome extends string = string> = {
  act: (shop: Shop, email: string) => Promise<Outcome>;
  answers: Record<Outcome, string>;
};

const unknown = 'is nobody here: sign up first';

/** `npm run make-admin -- EMAIL`: gives somebody who has signed up the admin role. */
const makeAdminCommand: Command<'made' | 'already' | 'unknown'> = {
  act: makeAdmin,
  answers: {
    made: 'is an admin now (with power once the address is verified)',
    already: 'is an admin already',
    unknown,
  },
};

/** `npm run end-sessions -- EMAIL`: signs somebody out everywhere. */
const endSessionsCommand: Command<'ended' | 'unknown'> = {
  act: endSessions,
  answers: { ended: 'is signed out everywhere', unknown },
};

const commands: Record<string, Command> = {
  'make-admin': makeAdminCommand,
  'end-sessions': endSessionsCommand,
};

async function run(name: string, { act, answers }: Command, argument: string | undefined): Promise<void> {
  const email = emailSchema.safeParse(argument ?? '');
  if (!email.success) throw new StartFailure(`Say whom: npm run ${name} -- somebody@example.com`);
  const config = readConfig(process.env);
  const server = await joinDatabaseServer(config, say);
  const open = await openShop(config, server.owner);
  try {
    await migrate(open.shop.db);
    const outcome = await actAs({ actor: 'command line' }, () => act(open.shop, email.data));
    say(`${email.data} ${answers[outcome]}.`);
    if (outcome === 'unknown') process.exitCode = 1;
  } finally {
    await open.close();
    await server.stop();
  }
}

try {
  if (existsSync('.env')) loadEnvFile('.env');
  const [name = '', argument] = process.argv.slice(2);
  const command = commands[name];
  if (!command)
    throw new StartFailure(`There is no such command. There are: ${Object.keys(commands).join(', ')}`);
  await run(name, command, argument);
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exitCode = 1;
}

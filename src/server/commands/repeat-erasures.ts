import { open } from 'node:fs/promises';
import { queueErasuresOf } from '#features/account/repeat-erasures.ts';
import { readConfig } from '#platform/config/config.ts';
import { reasonOf } from '#platform/errors.ts';
import { createContext } from '#server/shop/create-context.ts';
import { joinDatabaseServer } from '#server/shop/database-server.ts';
import { requireTables } from '#server/shop/prepare-tables.ts';
import { StartFailure } from '#server/shop/start-failure.ts';
import { type Command, say } from './command-line.ts';

export const repeatErasuresCommand: Command = {
  name: 'repeat-erasures',
  takes: 'LOG',
  about: [
    'After an older backup was restored: erases the accounts again that the shop’s log says were erased.',
    'LOG is a file with the lines since the backup, or /dev/stdin. The shop can be running or stopped.',
  ],
  async run(argument = '') {
    const config = readConfig(process.env);
    await using opened = new AsyncDisposableStack();
    const log = await open(argument).catch((error: unknown) => {
      throw new StartFailure(`${argument} cannot be read: ${reasonOf(error)}`);
    });
    opened.defer(() => log.close());
    const server = await joinDatabaseServer(config, say);
    opened.defer(server.stop);
    await requireTables(server);
    const { context, close } = await createContext(config, server.owner);
    opened.defer(close);
    const { logged, back } = await queueErasuresOf(context, log.readLines());
    say(`Erased accounts in the log: ${logged}. Back since, to be erased while the shop runs: ${back}.`);
  },
};

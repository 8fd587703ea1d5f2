import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readConfig } from '#platform/config.ts';
import { type Command, runCommand, say } from '#server/command-line.ts';
import { joinDatabaseServer } from '#server/database-server.ts';
import { StartFailure } from '#server/start-failure.ts';
import { timeInName } from './back-up-before-change.ts';
import type { Manifest } from './backup-file.ts';
import { withOwnerClient } from './owner-client.ts';
import { sizeOf, writeBackup } from './write-backup.ts';

const command: Command = {
  name: 'backup',
  takes: '[FILE]',
  about: [
    'Writes database, pictures and made-up secret into one file, also while the shop runs.',
    'Without FILE: into this folder, named by the time. A file of that name is replaced.',
  ],
};

async function run(file: string): Promise<void> {
  const config = readConfig(process.env);
  const target = await stat(file).catch(() => undefined);
  if (target?.isDirectory()) {
    throw new StartFailure(
      `${file} is a folder. Name a file in it: npm run backup -- ${join(file, nameOfNow())}`,
    );
  }
  const server = await joinDatabaseServer(config, say);
  try {
    const manifest = await withOwnerClient(server, (client) =>
      writeBackup({ client, dataDir: config.dataDir, file, pictures: true }),
    ).catch((error: unknown) => {
      throw explainFileError(error, file);
    });
    say(`${file}: ${describe(manifest)}, ${((await sizeOf(file)) / 1e6).toFixed(1)} MB.`);
    if (manifest.secret) say('The shop’s secret is in it: whoever has the file can sign in as anybody.');
  } finally {
    await server.stop();
  }
}

const nameOfNow = () => `toolyard-${timeInName(new Date())}.tar.gz`;

function describe({ database, pictures }: Manifest): string {
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows in ${database.tables.length} tables, ${pictures} files of pictures`;
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file stands in the place of its folder',
  EEXIST: 'a file stands in the place of its folder',
  ENAMETOOLONG: 'the name is too long',
};

/** Turns what the system says of a file that cannot be written into words; nothing is left of it. */
function explainFileError(error: unknown, file: string): unknown {
  const reason = error instanceof Error && 'code' in error && reasons[String(error.code)];
  return reason ? new StartFailure(`The backup cannot be written to ${file}: ${reason}.`) : error;
}

await runCommand(command, process.argv.slice(2), (file) => run(resolve(file ?? nameOfNow())));

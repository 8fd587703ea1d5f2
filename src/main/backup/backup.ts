import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { readConfig } from '#platform/config.ts';
import { joinDatabaseServer } from '../database-server.ts';
import { explainStartFailure } from '../start-failure.ts';
import { timeInName } from './back-up-before-change.ts';
import type { Manifest } from './backup-file.ts';
import { withOwnerClient } from './owner-client.ts';
import { sizeOf, writeBackup } from './write-backup.ts';

/** `npm run backup -- [FILE]`: writes database, pictures and made-up secret into one file, also while the shop runs. */

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(file: string): Promise<void> {
  const config = readConfig(process.env);
  const server = await joinDatabaseServer(config, say);
  try {
    const manifest = await withOwnerClient(server, (client) =>
      writeBackup({ client, dataDir: config.dataDir, file, pictures: true }),
    );
    say(`${file}: ${describe(manifest)}, ${((await sizeOf(file)) / 1e6).toFixed(1)} MB.`);
    if (manifest.secret) say('The shop’s secret is in it: whoever has the file can sign in as anybody.');
  } finally {
    await server.stop();
  }
}

function describe({ database, pictures }: Manifest): string {
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows in ${database.tables.length} tables, ${pictures} files of pictures`;
}

try {
  if (existsSync('.env')) loadEnvFile('.env');
  await run(resolve(process.argv[2] ?? `toolyard-${timeInName(new Date())}.tar.gz`));
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exitCode = 1;
}

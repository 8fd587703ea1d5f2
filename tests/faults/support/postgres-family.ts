import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres';
import { makePassableFolder } from '#embedded-postgres/testing';
import { signalPostgres } from './postgres-parts.ts';

/** Several embedded PostgreSQLs in one temporary folder, each with a name. */
export type PostgresFamily = {
  /** Starts one; creates it first if the name is new. `more` are settings for this one only. */
  start(name: string, more?: Record<string, string>): Promise<EmbeddedPostgres>;
  /** Makes `name` a standby that starts as a copy of `of`, which must be stopped. */
  copyAsStandby(of: string, name: string): Promise<void>;
  signal(name: string, signal: NodeJS.Signals): Promise<void>;
  /** Removes the folder. All must have stopped. */
  remove(): Promise<void>;
};

const quiet = () => undefined;

/** Opens a family without members. Whatever reaches a member's socket may connect, also for replication. */
export async function openPostgresFamily(settings: Record<string, string>): Promise<PostgresFamily> {
  const base = await makePassableFolder(0o755);
  const rules = join(base, 'rules.conf');
  await writeFile(rules, 'local all all trust\nlocal replication all trust\n', { mode: 0o644 });
  return {
    start: (name, more = {}) =>
      startEmbeddedPostgres({
        dataDir: join(base, name),
        name: 'toolyard',
        program: 'test',
        say: quiet,
        settings: { ...settings, hba_file: rules, ...more },
      }),
    async copyAsStandby(of, name) {
      await cp(join(base, of), join(base, name), { recursive: true, preserveTimestamps: true });
      await writeFile(join(base, name, 'postgres', 'data', 'standby.signal'), '');
    },
    signal: (name, signal) => signalPostgres(join(base, name), signal),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

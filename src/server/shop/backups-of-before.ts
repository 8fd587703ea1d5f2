import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { withTimeout } from '#platform/concurrency.ts';
import type { Config } from '#platform/config/config.ts';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import {
  type CopyOfBefore,
  type CopyOutline,
  copyOutlineSchema,
  exportSnapshot,
} from '#platform/database/database-copy.ts';
import { reasonOf } from '#platform/errors.ts';
import { createHelperProcess } from '#platform/helper-process.ts';
import { parseJson } from '#platform/text-formats.ts';
import type { DatabaseServer } from './database-server.ts';
import type { BackupOfBefore, ComingChange } from './prepare-tables.ts';
import { type BackupPlace, connectOwner, timeInName, writeBackup } from './write-backup.ts';

/** Backups of the embedded database from before its tables changed. */
export type BackupsOfBefore = {
  /** Writes a backup before a change, or prepares one that is written after the change has succeeded. */
  make(change: ComingChange): Promise<BackupOfBefore | undefined>;
  /** Finishes backups left by earlier processes. Call it after a change, which would wait for them
   * otherwise. */
  finishLeft(): Promise<void>;
  /** Resolves once no backup is being written. */
  settled(): Promise<void>;
  /** Waits briefly for the backup that is being written. */
  stop(): Promise<void>;
};

type CopyTask = { before: CopyOfBefore; madeAt?: Date };

/** The task of the process that writes the backup. */
export type WriteTask = CopyTask & { owner: DatabaseConnection; place: BackupPlace };

/** Why a backup could not be written, and whether retrying is useless. */
export type Unwritten = { reason: string; isForEver: boolean };

const KEPT = 5;

/** How long a shutdown, which has ten seconds, waits for a backup that is being written. */
const STOP_MS = 2_000;

/** The outline of a backup that is not written yet, in a file next to it. */
const UNFINISHED = '.unfinished.json';
const FINISHED = '.tar.gz';

/** Longer than any database of this size takes. */
const WRITTEN_WITHIN_MS = 24 * 3_600_000;

/** Backs the embedded database up before a change, to the data folder's `backups/`, without pictures, since
 * no migration touches them; the newest few are kept. An external PostgreSQL has its own backups. If a change
 * only adds, its backup is written while the shop is open again, from a snapshot taken before the change. A
 * process that ends meanwhile leaves the outline, and the next one writes the same tables and columns, with
 * the rows of that time. */
export function createBackupsOfBefore(
  { database, dataDir }: Config,
  server: DatabaseServer,
  say: (line: string) => void,
): BackupsOfBefore {
  const folder = join(dataDir, 'backups');
  const writer = createHelperProcess<WriteTask, Unwritten | undefined>(
    new URL('./write-backup-in-process.ts', import.meta.url),
    WRITTEN_WITHIN_MS,
  );
  let writing: Promise<void> = Promise.resolve();
  let begun: string | undefined;
  let isStopping = false;

  async function write(file: string, what: CopyTask, release = async () => {}): Promise<void> {
    const place = { dataDir, file, pictures: false };
    const unwritten = await writer
      .run({ ...what, owner: server.owner, place })
      .catch((error: unknown) => ({ reason: reasonOf(error), isForEver: false }))
      .finally(release);
    if (!unwritten || unwritten.isForEver) await rm(outlineFileOf(file), { force: true });
    if (!unwritten) {
      await removeOlder(folder);
      say(`The earlier database is backed up in ${file}.`);
    } else if (!isStopping) {
      const next = unwritten.isForEver ? '' : ' Fix that and start the shop again to write it.';
      say(`The earlier database could not be backed up in ${file}: ${unwritten.reason}.${next}`);
    }
  }

  /** Writes backups one after the other while the shop serves. */
  function writeMeanwhile(...what: Parameters<typeof write>): void {
    writing = writing.then(() => write(...what));
  }

  async function begin(file: string): Promise<BackupOfBefore | undefined> {
    await using opened = new AsyncDisposableStack();
    const client = await connectOwner(server, opened);
    const before = await exportSnapshot(client);
    const madeAt = new Date();
    if (!(await hasRoom(client, dataDir))) return undefined;
    const { outline } = before;
    const stored = await findStorage(client, outline);
    await noteOutline(folder, file, outline);
    begun = file;
    say(
      `This version changes the database. A backup from before is written to ${file} once the shop is open …`,
    );
    const held = opened.move();
    return {
      async keep() {
        const names = outline.tables.map(({ name }) => name).join(', ');
        await client.query(`lock table ${names} in access share mode`);
        // A snapshot from before a table was rewritten sees no rows in it (PostgreSQL, Caveats of MVCC).
        const isAsItWas = (await findStorage(client, outline)) === stored;
        const what = isAsItWas ? { before, madeAt } : { before: { outline } };
        writeMeanwhile(file, what, () => held.disposeAsync());
      },
      async discard() {
        await held.disposeAsync();
        await rm(outlineFileOf(file), { force: true });
      },
    };
  }

  return {
    async make({ pending, onlyAdds }) {
      if (database.kind !== 'embedded') return undefined;
      const file = join(folder, `${timeInName()}-before-${pending[0]}${FINISHED}`);
      const backup = onlyAdds ? await begin(file) : undefined;
      if (backup) return backup;
      say(`This version changes the database. Backing it up first, into ${file} …`);
      await writeBackup(server, { dataDir, file, pictures: false });
      return { keep: () => removeOlder(folder), discard: () => rm(file, { force: true }) };
    },
    async finishLeft() {
      for (const { file, outline } of await findLeft(folder)) {
        if (file === begun) continue;
        if (!outline || existsSync(file)) await rm(outlineFileOf(file), { force: true });
        else writeMeanwhile(file, { before: { outline } });
      }
    },
    settled: () => writing,
    async stop() {
      isStopping = true;
      await withTimeout(writing, STOP_MS, () => undefined);
    },
  };
}

const outlineFileOf = (file: string) => file.slice(0, -FINISHED.length) + UNFINISHED;

/** Records what a backup consists of before anything changes. An earlier outline for the same migrations was
 * abandoned: they were rolled back. */
async function noteOutline(folder: string, file: string, outline: CopyOutline): Promise<void> {
  for (const left of await findLeft(folder)) {
    if (left.outline?.migrations.join() === outline.migrations.join())
      await rm(outlineFileOf(left.file), { force: true });
  }
  await mkdir(folder, { recursive: true });
  await writeFile(outlineFileOf(file), JSON.stringify(outline), { mode: 0o600, flush: true });
}

/** The backups that are not written yet, oldest first. `outline` is undefined if its file was cut short,
 * which can only happen before anything changes. */
async function findLeft(folder: string): Promise<{ file: string; outline: CopyOutline | undefined }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(UNFINISHED));
  return Promise.all(
    names.sort().map(async (name) => ({
      file: join(folder, name.slice(0, -UNFINISHED.length) + FINISHED),
      outline: copyOutlineSchema.safeParse(parseJson(await readFile(join(folder, name), 'utf8'))).data,
    })),
  );
}

async function removeOlder(folder: string): Promise<void> {
  const made = (await readdir(folder)).filter((name) => name.includes('-before-') && name.endsWith(FINISHED));
  for (const older of made.sort().slice(0, -KEPT)) await rm(join(folder, older));
}

/** Whether the rows certainly fit on the disk: as text, they take less space than the tables with their
 * indexes. */
async function hasRoom(client: pg.ClientBase, dataDir: string): Promise<boolean> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  const { blocks, bavail, bsize } = await statfs(dataDir);
  // Some file systems report no size.
  return blocks === 0 || bavail * bsize > Number(rows[0]?.bytes);
}

/** The files that PostgreSQL stores the tables in; they change when a table is rewritten. */
async function findStorage(client: pg.ClientBase, { tables }: CopyOutline): Promise<string> {
  const { rows } = await client.query<{ files: string[] }>(
    'select array_agg(pg_relation_filenode(name::regclass)) as files from unnest($1::text[]) as given (name)',
    [tables.map(({ name }) => name)],
  );
  return String(rows[0]?.files);
}

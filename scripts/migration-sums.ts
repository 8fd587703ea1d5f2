import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';

const folder = new URL('../database/migrations/', import.meta.url);
const list = new URL('../database/migrations.sum', import.meta.url);

/** A migration by file name, with the SHA-256 (hex) of its text. */
export type MigrationSum = { name: string; sha256: string };

/** The listed migrations, in the order in which they were added. */
export async function readListed(): Promise<MigrationSum[]> {
  const lines = (await readFile(list, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [sha256 = '', name = ''] = line.split('  ');
    return { name, sha256 };
  });
}

/** The existing migrations, by name. */
export async function readMigrations(): Promise<MigrationSum[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sha256: sha256(await readFile(new URL(name, folder))) })),
  );
}

/** Appends new migrations to the list. */
export async function listNewMigrations(): Promise<void> {
  const listed = await readListed();
  const known = new Set(listed.map(({ name }) => name));
  const all = [...listed, ...(await readMigrations()).filter(({ name }) => !known.has(name))];
  await writeFile(list, `${all.map(({ name, sha256 }) => `${sha256}  ${name}`).join('\n')}\n`);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

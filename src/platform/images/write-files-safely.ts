import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewFile } from './picture-files.ts';

/**
 * Writes files that are either there whole or not at all, even when the process is killed on the way. None gets its
 * name before all are on the disk, then each in turn: when there is no room for one, there is none of them.
 * @throws what the system says, with no part of a file left behind
 */
export async function writeFilesSafely(folder: string, files: NewFile[]): Promise<void> {
  const drafts = files.map(({ name, content }) => ({
    draft: join(folder, `${name}.${randomUUID()}.tmp`),
    path: join(folder, name),
    content,
  }));
  try {
    for (const { draft, content } of drafts) await writeThrough(draft, content);
    for (const { draft, path } of drafts) await rename(draft, path);
  } catch (error) {
    await Promise.allSettled(drafts.map(({ draft }) => rm(draft, { force: true })));
    throw error;
  }
  await syncFolder(folder);
}

/** Writes a file, and returns once it outlasts a power cut. */
async function writeThrough(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the names of files just written outlast a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#platform/errors.ts';

/** Folders that a backup is put together in, or unpacked in; older versions
 * left the process out of the name. */
const WORK_FOLDER = /^\.(?:backup|restore)-(?:(?<pid>\d+)-)?[A-Za-z0-9]{6}$/;

const DAY_MS = 24 * 3_600_000;

/** Makes a folder of this process's for the parts of a backup; those that
 * ended processes have left there go. */
export async function makeWorkFolder(within: string, purpose: 'backup' | 'restore'): Promise<string> {
  await removeLeftFolders(within);
  return mkdtemp(join(within, `.${purpose}-${process.pid}-`));
}

/** Removes what killed backups and restores have left in a folder, the shop's secret among it. */
export async function removeLeftFolders(within: string): Promise<void> {
  for (const name of await readdir(within).catch(() => [])) {
    const found = WORK_FOLDER.exec(name);
    if (!found) continue;
    const folder = join(within, name);
    const { pid } = found.groups ?? {};
    if (pid === undefined ? await isOlderThanADay(folder) : !isRunning(Number(pid)))
      await rm(folder, { recursive: true, force: true });
  }
}

async function isOlderThanADay(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => undefined);
  return made !== undefined && made.mtimeMs < Date.now() - DAY_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Installs a project within the project, by its lockfile, unless that has been done. `tell` hears of it
 * first. Several may call at once, of which one keeps what it installed. */
export async function installProject(folder: string, tell: () => void = () => undefined): Promise<void> {
  if (await isInstalled(folder)) return;
  tell();
  const fresh = await mkdtemp(join(folder, 'node_modules-'));
  try {
    for (const name of ['package.json', 'package-lock.json'])
      await copyFile(join(folder, name), join(fresh, name));
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: fresh });
    await copyFile(join(fresh, 'package-lock.json'), join(fresh, 'node_modules', INSTALLED));
    await putInPlace(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const INSTALLED = '.installed-lock.json';

async function isInstalled(folder: string): Promise<boolean> {
  const installed = join(folder, 'node_modules', INSTALLED);
  if (!existsSync(installed)) return false;
  return (await readFile(installed)).equals(await readFile(join(folder, 'package-lock.json')));
}

async function putInPlace(fresh: string, folder: string): Promise<void> {
  const place = join(folder, 'node_modules');
  if (existsSync(place) && !(await isInstalled(folder))) await rename(place, join(fresh, 'outdated'));
  try {
    await rename(join(fresh, 'node_modules'), place);
  } catch (error) {
    // Another call was first.
    if (!(await isInstalled(folder))) throw error;
  }
}

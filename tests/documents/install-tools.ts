import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = join(import.meta.dirname, 'tools');
const lock = join(folder, 'package-lock.json');
const installed = join(folder, 'node_modules/.installed-lock.json');

/** Installs the tools if they are missing or the lockfile has changed. The project does not depend on them:
 * they are 130 MB. */
export default async function installTools(): Promise<void> {
  if (existsSync(installed) && (await readFile(installed)).equals(await readFile(lock))) return;
  await promisify(execFile)('npm', ['ci'], { cwd: folder });
  await copyFile(lock, installed);
}

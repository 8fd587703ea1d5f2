import { createHmac, randomBytes } from 'node:crypto';
import { chown, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, explainFileError } from './failure.ts';
import type { RunAs } from './run-as.ts';

/** Reads the password kept in the database's folder; undefined where there is none. */
export async function readPassword(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(passwordFile(folder), 'utf8')).trim() || undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainFileError(error, folder);
  }
}

/** Makes up a password (letters, digits, `-`, `_`) and keeps it in a file only the database's user, and root, can read. */
export async function makePassword(folder: string, runAs: RunAs | undefined): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const draft = `${passwordFile(folder)}.new`;
  try {
    const file = await open(draft, 'w', 0o600);
    await file.writeFile(`${password}\n`);
    await file.sync();
    await file.close();
    if (runAs) await chown(draft, runAs.uid, runAs.gid);
    await rename(draft, passwordFile(folder));
  } catch (error) {
    throw explainFileError(error, folder);
  }
  return password;
}

function passwordFile(folder: string): string {
  return join(folder, 'password');
}

/** The password of the role that the shop serves as, which nobody has to keep: it follows from the owner's. */
export function appPassword(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update('toolyard_app').digest('base64url');
}

import { execFile } from 'node:child_process';
import { EmbeddedPostgresError, errorCode, otherDatabase } from './failure.ts';

/** The user that PostgreSQL runs as; undefined means the user of this process. */
export type RunAs = { uid: number; gid: number };

/** The result of a command: its exit code (null if it did not start, or was ended by a signal) and its
 * output. */
export type Ended = { code: number | null; output: string };

/** Whether this process is root, as whom PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The unprivileged user `nobody`. @throws EmbeddedPostgresError if this machine has no such user */
export async function unprivilegedUser(): Promise<RunAs> {
  const idOf = async (flag: '-u' | '-g') => Number((await tryAs(undefined, 'id', [flag, 'nobody'])).output);
  const [uid, gid] = [await idOf('-u'), await idOf('-g')];
  if (uid > 0 && gid > 0) return { uid, gid };
  throw cannotBecome("there is no unprivileged user 'nobody' on this machine");
}

/** Runs a short command as `runAs` and returns its result. @throws EmbeddedPostgresError if this process may
 * not become that user */
export function tryAs(runAs: RunAs | undefined, command: string, args: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { ...runAs, cwd: '/', env: { LC_ALL: 'C' } }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      if (!error) return resolve({ code: 0, output });
      if (errorCode(error) === 'EPERM')
        return reject(runAs ? cannotBecome('it may not switch to another user here') : error);
      resolve({ code: typeof error.code === 'number' ? error.code : null, output: output || error.message });
    });
  });
}

function cannotBecome(reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and ${reason}. Start as an ordinary user. ${otherDatabase}`,
  );
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { EmbeddedPostgresError, errorCode, otherDatabase } from './failure.ts';

/** The user that PostgreSQL runs as; undefined stands for the user of this process. */
export type RunAs = { uid: number; gid: number };

/** How a command ended: its exit code (null when it did not start, or met a signal) and all it printed. */
export type Ended = { code: number | null; output: string };

/** Whether this process is root, whom PostgreSQL refuses to serve. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The unprivileged user `nobody`, from /etc/passwd or, where that lacks it, from `id`.
 * @throws EmbeddedPostgresError when this machine has no such user
 */
export async function unprivilegedUser(): Promise<RunAs> {
  const line = (await readFile('/etc/passwd', 'utf8').catch(() => '')).match(
    /^nobody:[^:]*:(-?\d+):(-?\d+):/m,
  );
  const uid = Number(line?.[1] ?? (await idOf('-u')));
  const gid = Number(line?.[2] ?? (await idOf('-g')));
  if (!Number.isInteger(uid) || !Number.isInteger(gid) || uid === 0) {
    throw noUnprivilegedUser("there is no unprivileged user 'nobody' on this machine");
  }
  return { uid, gid };
}

/**
 * Runs a short command as `runAs` and tells how it ended.
 * @throws EmbeddedPostgresError when this process may not become that user
 */
export async function tryAs(runAs: RunAs | undefined, command: string, args: string[]): Promise<Ended> {
  try {
    return await run(runAs, command, args);
  } catch (error) {
    if (runAs && errorCode(error) === 'EPERM')
      throw noUnprivilegedUser('it may not switch to another user here');
    throw error;
  }
}

function run(runAs: RunAs | undefined, command: string, args: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { ...runAs, cwd: '/', env: { LC_ALL: 'C' } }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      if (!error) return resolve({ code: 0, output });
      if (errorCode(error) === 'EPERM') return reject(error);
      resolve({ code: typeof error.code === 'number' ? error.code : null, output: output || error.message });
    });
  });
}

function noUnprivilegedUser(reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and ${reason}. Start the shop as an ordinary user. ${otherDatabase}`,
  );
}

async function idOf(flag: '-u' | '-g'): Promise<string> {
  return (await tryAs(undefined, 'id', [flag, 'nobody'])).output;
}

import { statfs } from 'node:fs/promises';

/** Less than one segment of PostgreSQL's write-ahead log: too little to work with. */
const fullDiskBytes = 8 * 1024 * 1024;

/** The reason why the embedded PostgreSQL cannot start, worded for the person who starts the program. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Ends a message with the alternative to the embedded PostgreSQL. */
export const otherDatabase = 'Or use a PostgreSQL server of your own.';

const notWritable =
  'is not writable for the user who starts the program. Change its owner, or use another data folder.';
const fileInTheWay = 'cannot be a folder: a file is in its place. Move the file, or use another data folder.';
const reasons: Record<string, string> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: 'is on a read-only disk. Use a data folder that can be written.',
  // Node's recursive mkdir reports this for EROFS and for places such as /proc.
  ENOENT: 'cannot be made where it is. Use a data folder that can be written.',
  ENAMETOOLONG: 'is too long a path. Use a data folder with a shorter one.',
  ENOTDIR: fileInTheWay,
  EEXIST: fileInTheWay,
};

/** The code of a system error (`ENOENT`, …), or undefined for another error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Converts a system error at `path` into one that says what to do; other errors pass through unchanged. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = errorCode(error) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path, error);
  const reason = reasons[code];
  return reason ? new EmbeddedPostgresError(`${path} ${reason}`, { cause: error }) : error;
}

/** The error for a full disk under `path`. */
export function diskFull(path: string, cause?: unknown): EmbeddedPostgresError {
  const message = `The disk that holds ${path} is full. Make room there, or use a data folder on another disk.`;
  return new EmbeddedPostgresError(message, { cause });
}

/** Whether PostgreSQL gave up, with this last output, because the disk under `path` is full. */
export async function gaveUpOnFullDisk(output: string, path: string): Promise<boolean> {
  // On a full disk the log may be empty too.
  return /No space left on device|wrote only \d+ of/.test(output) || isDiskFull(path);
}

/** Whether the disk under `path` has too little space to work with; false if that is unknown. */
export async function isDiskFull(path: string): Promise<boolean> {
  const space = await statfs(path).catch(() => undefined);
  // Some file systems report no size.
  return space !== undefined && space.blocks > 0 && space.bavail * space.bsize < fullDiskBytes;
}

import { statfs } from 'node:fs/promises';

/** Less than one segment of PostgreSQL's write-ahead log: no room to work in. */
const fullDiskBytes = 8 * 1024 * 1024;

/** What keeps the embedded PostgreSQL from starting, in words for the person who starts the shop. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Ends a message about the embedded PostgreSQL with the way around it. */
export const otherDatabase = 'Or set DATABASE_URL to use a PostgreSQL of your own.';

/** The code of a system error (`ENOENT`, …), or undefined when it is something else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Turns a system error met at `path` into one that says what to do; other errors pass through unchanged. */
export function explainFileError(error: unknown, path: string): unknown {
  const reason = fileErrorReason(errorCode(error), path);
  return reason ? new EmbeddedPostgresError(reason, { cause: error }) : error;
}

/** Says that the disk under `path` is full. */
export function diskFull(path: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(diskFullLine(path), { cause });
}

/** Whether PostgreSQL gave up, with this last output, because the disk under `path` is full. */
export async function gaveUpOnFullDisk(output: string, path: string): Promise<boolean> {
  if (/No space left on device|wrote only \d+ of/.test(output)) return true;
  // On a full disk its log can be as empty as everything else.
  return isDiskFull(path);
}

/** Whether there is no room to work in on the disk under `path`; false where that cannot be told. */
export async function isDiskFull(path: string): Promise<boolean> {
  const space = await statfs(path).catch(() => undefined);
  // Some kinds of file systems tell no size at all.
  return space !== undefined && space.blocks > 0 && space.bavail * space.bsize < fullDiskBytes;
}

function diskFullLine(path: string): string {
  return `The disk that holds ${path} is full. Make room there, or set SHOP_DATA_DIR to a folder on another disk.`;
}

function fileErrorReason(code: string | undefined, path: string): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `${path} is not writable for the user who starts the shop. Change its owner, or set SHOP_DATA_DIR to another folder.`;
    case 'EROFS':
      return `${path} is on a read-only disk. Set SHOP_DATA_DIR to a folder that can be written.`;
    // What Node's recursive mkdir makes of EROFS and of places such as /proc.
    case 'ENOENT':
      return `${path} cannot be made where it is. Set SHOP_DATA_DIR to a folder that can be written.`;
    case 'ENAMETOOLONG':
      return `${path} is too long a path. Set SHOP_DATA_DIR to a shorter one.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFullLine(path);
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} cannot be a folder: a file is in its place. Move the file, or set SHOP_DATA_DIR to another folder.`;
    default:
      return undefined;
  }
}

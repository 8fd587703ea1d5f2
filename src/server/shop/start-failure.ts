import { AppError } from '#contracts/app-error.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { NotRestorable } from '#platform/database/database-copy.ts';
import { UnusableCaFile } from '#platform/email/smtp-mailer.ts';
import { errorCode } from '#platform/errors.ts';
import { ImageHostUnavailable } from '#platform/images/image-host.ts';
import {
  diskFull,
  EmbeddedPostgresError,
  gaveUpOnFullDisk,
} from '../../../packages/embedded-postgres/src/index.ts';

/** An external cause keeps the shop from starting. `message` says what, and what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The original error, if closing what had been opened failed too. */
export function firstError(error: unknown): unknown {
  return error instanceof SuppressedError ? firstError(error.suppressed) : error;
}

/** Errors whose message says what is wrong and what to do. */
const plainErrors = [ConfigError, StartFailure, AppError, NotRestorable, UnusableCaFile];

/** Formats a failed start: one clear line if the cause is known, else the whole error. */
export function explainStartFailure(thrown: unknown): string {
  const error = firstError(thrown);
  if (!(error instanceof Error)) return String(error);
  if (plainErrors.some((plain) => error instanceof plain)) return error.message;
  if (error instanceof EmbeddedPostgresError)
    return `${error.message} (SHOP_DATA_DIR names the data folder, DATABASE_URL a server instead.)`;
  if (error instanceof ImageHostUnavailable) {
    const reason = error.message.replace(/\.$/, '');
    return `The demo catalogue’s pictures cannot be kept: ${reason}. Check the settings of IMAGE_HOST, or set SHOP_DEMO=0.`;
  }
  if ('path' in error && ['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error)))
    return `${error.path} cannot be used by this user (${errorCode(error)}). Change its owner, or start the shop as that one.`;
  return error.stack ?? error.message;
}

/** Converts a failure to reach the database that `setting` names to a readable error, which never contains a
 * password. */
export function explainDatabaseError(error: unknown, summary: string, setting = 'DATABASE_URL'): unknown {
  if (!(error instanceof Error)) return error;
  const code = errorCode(error);
  const isUnreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'ECONNRESET'].includes(
    code,
  );
  // Class 28 is a refused sign-in, 3D000 an unknown database, 53300 too many connections (PostgreSQL,
  // appendix A); certificate errors of OpenSSL and Node are recognized by their names.
  const isRefused =
    code.startsWith('28') || code === '3D000' || code === '53300' || /CERT|SSL|TLS|SIGNATURE/.test(code);
  if (code === '42501') {
    return new StartFailure(
      `The database cannot be used (${summary}): ${error.message}. The role that changes the tables must own them and the database: name it as DATABASE_OWNER_URL.`,
    );
  }
  const isSaid = /timeout|SSL connection|unsupported startup parameter/i.test(error.message);
  if (!isUnreachable && !isRefused && !isSaid) return error;
  const reason = error.message || code;
  return new StartFailure(`The database cannot be used (${summary}): ${reason}. Check ${setting}.`);
}

/** Reports that the data folder's disk is full, if that is why the shop could not start. */
export async function explainFullDisk(error: unknown, { database, dataDir }: Config): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  const code = errorCode(error);
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  // PostgreSQL reports it (53100), or crashes because of it.
  const isEmbeddedAway = database.kind === 'embedded' && isDatabaseUnavailable(error);
  return isFull || (isEmbeddedAway && (await gaveUpOnFullDisk(error.message, dataDir)))
    ? diskFull(dataDir)
    : error;
}

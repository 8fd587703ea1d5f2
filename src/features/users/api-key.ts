import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type CurrentUser, findCurrentUser } from './store.ts';

/** Identifies a key to people, and to programs that search for leaked secrets. */
const PREFIX = 'toolyard_';
const SECRET_BYTES = 32;
const WELL_FORMED = /^toolyard_([\w-]{43})([\w-]{6})$/;

/** Makes a key of 256 random bits and a checksum, and what is kept of it. */
export function makeApiKey(): { key: string; hash: Buffer; lastFour: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const key = `${PREFIX}${secret}${checksumOf(secret)}`;
  return { key, hash: hashOf(key), lastFour: key.slice(-4) };
}

/** Whether a bearer is meant to be an API key. */
export const isApiKey = (bearer: string | undefined): bearer is string => bearer?.startsWith(PREFIX) ?? false;

function checksumOf(secret: string): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(secret));
  return sum.toString('base64url');
}

// A key is too long to be guessed from its hash, so a slow hash would add nothing.
const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** A key in use, and its person as they are now. */
export type UsedApiKey = {
  keyId: string;
  scopes: readonly string[];
  /** Whether it may be used from the asker's address. */
  isInPlace: boolean;
  currentUser: CurrentUser;
};

/** Finds an API key and its owner; `undefined` for an expired or unknown one. `address` is the caller's. */
export async function findUsedApiKey(
  db: Database,
  bearer: string,
  { address, now }: { address: string; now: Date },
): Promise<UsedApiKey | undefined> {
  const [, secret, checksum] = WELL_FORMED.exec(bearer) ?? [];
  if (secret === undefined || checksum !== checksumOf(secret)) return undefined;
  // A proxy may say 'unknown', or add a port.
  const known = isIP(address) ? address : null;
  const key = await db
    .selectFrom('api_keys')
    .select(['id', 'user_id', 'scopes'])
    .select(
      sql<boolean>`addresses = '{}' or coalesce(${known}::inet <<= any(addresses), false)`.as('isInPlace'),
    )
    .where('hash', '=', hashOf(bearer))
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
  const currentUser = key && (await findCurrentUser(db, key.user_id));
  if (!currentUser) return undefined;
  return { keyId: key.id, scopes: key.scopes, isInPlace: key.isInPlace, currentUser };
}

/** Records that a key was used, at most once a minute. */
export async function recordKeyUse(db: Database, keyId: string, now: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', keyId)
    .where(sql<boolean>`last_used_at is null or last_used_at <= ${now}::timestamptz - interval '1 minute'`)
    .execute();
}

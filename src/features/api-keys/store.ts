import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { ListPage } from '#contracts/call-parts.ts';
import type { Scope } from '#contracts/scopes.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import { type ApiKey, MAX_API_KEYS } from './contract.ts';

type ApiKeyRow = Omit<Selectable<Tables['api_keys']>, 'hash' | 'place'> & { owner_email: string | null };

/** Returns one page of API keys, newest first: a person's own, or everyone's. */
export function listApiKeys(
  db: Database,
  { ownerId, limit, cursor }: ListPage & { ownerId: string | undefined },
): Promise<RowsPage<ApiKeyRow>> {
  const where = ownerId === undefined ? [] : [sql<SqlBool>`user_id = ${ownerId}`];
  return listPage(
    db,
    { table: 'api_keys', where, search: [], order: { direction: 'desc' }, limit, cursor },
    (ids) =>
      db
        .selectFrom('api_keys as key')
        .innerJoin('users', 'users.id', 'key.user_id')
        .select(['key.id', 'user_id', 'name', 'scopes', 'last_four', 'users.email as owner_email'])
        .select(['key.created_at', 'last_used_at', 'expires_at', 'ended_at'])
        .select(sql<string[]>`key.addresses::text[]`.as('addresses'))
        .where('key.id', '=', anyOf<string>(ids, 'uuid'))
        .execute(),
  );
}

/** The first free place among a person's keys, whose row must be locked; `undefined` if there is none. */
export async function findFreePlace(tx: DatabaseTransaction, userId: string): Promise<number | undefined> {
  const keys = await tx.selectFrom('api_keys').select('place').where('user_id', '=', userId).execute();
  const taken = new Set(keys.map(({ place }) => place));
  return Array.from({ length: MAX_API_KEYS }, (_, index) => index + 1).find((place) => !taken.has(place));
}

/** Stores a key. An address of a network counts as the network. */
export async function insertApiKey(
  tx: DatabaseTransaction,
  { addresses, ...key }: Insertable<Tables['api_keys']> & { addresses: string[] },
): Promise<void> {
  const networks = sql<string[]>`array(select network(each::inet) from unnest(${addresses}::text[]) each)`;
  await tx
    .insertInto('api_keys')
    .values({ ...key, addresses: networks })
    .execute();
}

/** Deletes a key and returns its owner: a person's own, or anyone's if `ownerId` is left out. */
export function removeApiKey(
  tx: DatabaseTransaction,
  { id, ownerId }: { id: string; ownerId: string | undefined },
): Promise<{ user_id: string } | undefined> {
  return tx
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .$if(ownerId !== undefined, (query) => query.where('user_id', '=', ownerId as string))
    .returning('user_id')
    .executeTakeFirst();
}

/** Converts a key to its form on the wire, as of `now`. */
export function serializeApiKey(row: ApiKeyRow, now: Date): ApiKey {
  const moment = (time: Date | null) => time?.toISOString() ?? null;
  return {
    _id: row.id,
    name: row.name,
    scopes: row.scopes as Scope[],
    lastFour: row.last_four,
    state: row.ended_at ? 'ended' : row.expires_at && row.expires_at <= now ? 'expired' : 'active',
    ownerEmail: row.owner_email,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: moment(row.last_used_at),
    expiresAt: moment(row.expires_at),
    endedAt: moment(row.ended_at),
    addresses: row.addresses,
  };
}

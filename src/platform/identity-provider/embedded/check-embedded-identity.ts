import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { checkGoogleClient, type GoogleClient } from './google-provider.ts';
import { isKeyReadable } from './signing-keys.ts';

/** Looks whether the accounts can be read, and Google reached where it is set up. @throws Error for the shop's keeper */
export async function checkEmbeddedIdentity(parts: {
  db: Database;
  secret: string;
  google: GoogleClient | undefined;
  clock: Clock;
}): Promise<string> {
  const accounts = await checkTables(parts.db, parts.secret);
  return parts.google ? `${accounts}; ${await checkGoogleClient(parts.google, parts.clock)}` : accounts;
}

async function checkTables(db: Database, secret: string): Promise<string> {
  const { rows } = await sql<{ made: boolean }>`
    select to_regclass('identity.user') is not null and to_regclass('identity.jwks') is not null as made`.execute(
    db,
  );
  if (!rows[0]?.made) return 'no tables yet; the first start creates them';
  await db.selectFrom('identity.user').select('id').limit(1).execute();
  return (await isKeyReadable(db, secret))
    ? 'accounts and keys can be read'
    : 'SHOP_SECRET is another than before: everybody will have to sign in again';
}

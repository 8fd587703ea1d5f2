import { sql } from 'kysely';
import type { Database } from './database.ts';

const SCHEMAS = ['public', 'identity', 'sandbox_cards', 'mailbox', 'pgboss'];

/**
 * Lets a role do what a running shop does and no more: it changes rows, not tables, and of the audit trail it can
 * write new rows and read, never change or delete. Run by the tables' owner after every migration; safe to repeat.
 */
export async function grantToAppRole(owner: Database, role: string): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    // One start at a time: two that grant at once would change the same rows of the system's tables.
    await sql`select pg_advisory_xact_lock(hashtext('toolyard grants'))`.execute(tx);
    const to = sql.id(role);
    const schemas = sql.join(SCHEMAS.map((schema) => sql.id(schema)));
    await sql`grant usage on schema ${schemas} to ${to}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema ${schemas} to ${to}`.execute(tx);
    await sql`grant usage, select on all sequences in schema ${schemas} to ${to}`.execute(tx);
    await sql`grant execute on all functions in schema ${schemas} to ${to}`.execute(tx);
    await sql`revoke update, delete, truncate on audit_events from ${to}`.execute(tx);
    await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${to}`.execute(
      tx,
    );
  });
}

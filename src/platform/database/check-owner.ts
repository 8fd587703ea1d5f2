import { withClient } from './check-server.ts';
import type { DatabaseConnection } from './connection.ts';

/** What the role that is to own the tables says of itself and of its database. */
type Told = {
  role: string;
  database: string;
  startedAt: string;
  mayMakeTables: boolean;
  /** Who owns the shop’s tables; null when there are none. */
  owner: string | null;
  isOwner: boolean;
};

/**
 * Looks whether the role that changes the tables at a start may do so, in the database that the shop serves from.
 * @param owner undefined where one role does both
 * @throws the driver's error when it cannot be reached
 */
export async function checkOwner(
  connection: DatabaseConnection,
  owner: DatabaseConnection | undefined,
): Promise<string[]> {
  const told = await ask(owner ?? connection);
  if (owner) {
    const served = await ask(connection);
    if (served.database !== told.database || served.startedAt !== told.startedAt) {
      return [
        `DATABASE_OWNER_URL leads to another database (${told.database}) than DATABASE_URL (${served.database}); let both name the same`,
      ];
    }
  }
  const { role, database, mayMakeTables } = told;
  if (told.owner !== null && !told.isOwner)
    return [`its tables belong to ${told.owner}, and ${role} may not change them; ${nameOwner(owner)}`];
  if (told.owner === null && !mayMakeTables) {
    return [
      `${role} may not make tables and schemas in it; let ${role} own it (alter database "${database}" owner to "${role}"), or ${nameOwner(owner)}`,
    ];
  }
  return [];
}

function nameOwner(owner: DatabaseConnection | undefined): string {
  return owner ? 'name the owner in DATABASE_OWNER_URL' : 'name its owner as DATABASE_OWNER_URL';
}

function ask(connection: DatabaseConnection): Promise<Told> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<Told>(`
      select current_user::text as role, current_database()::text as database,
        pg_postmaster_start_time()::text as "startedAt",
        has_database_privilege(current_database(), 'create')
          and coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), true) as "mayMakeTables",
        pg_get_userbyid(tables.owner)::text as owner,
        coalesce(pg_has_role(tables.owner, 'usage'), false) as "isOwner"
      from (select (
        select relowner from pg_class where oid = to_regclass('kysely_migration')
      ) as owner) as tables`);
    const [told] = rows;
    if (!told) throw new Error('PostgreSQL said nothing of itself');
    return told;
  });
}

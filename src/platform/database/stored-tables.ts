import type pg from 'pg';

/** A table whose rows a backup holds. Names are quoted as SQL wants them. */
export type StoredTable = {
  name: string;
  /** What is stored; what PostgreSQL works out by itself is left out. */
  columns: string[];
  /** What its rows are ordered by, the same on every server: the primary key, else the row as text. */
  order: string[];
};

type Found = StoredTable & { refersTo: string[] };

/**
 * Every table with the shop's data, each after those that it refers to. The books that the migrators and the job library
 * keep are left out, since a restore makes the tables by migrating, and so are tables that PostgreSQL itself empties after
 * a crash.
 * @throws Error when tables refer to one another in a circle
 */
export async function listStoredTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<Found>(`
    select format('%I.%I', schema.nspname, class.relname) as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(select quote_ident(attname) || case when attcollation = 0 then '' else ' collate "C"' end
        from pg_index, unnest(indkey) with ordinality as place (attnum, nth)
        join pg_attribute using (attnum)
        where indrelid = class.oid and indisprimary and attrelid = class.oid order by nth) as "order",
      array(select format('%I.%I', other_schema.nspname, other.relname) from pg_constraint
        join pg_class as other on other.oid = confrelid
        join pg_namespace as other_schema on other_schema.oid = other.relnamespace
        where conrelid = class.oid and contype = 'f' and confrelid <> conrelid) as "refersTo"
    from pg_class as class join pg_namespace as schema on schema.oid = class.relnamespace
    where class.relkind = 'r' and class.relpersistence = 'p'
      and schema.nspname !~ '^pg_' and schema.nspname <> 'information_schema'
      and class.relname not like 'kysely\\_%'
      and (schema.nspname, class.relname) <> ('graphile_worker', 'migrations')
      and (schema.nspname <> 'pgboss' or class.relname = 'job_common')
    order by 1`);
  return inOrder(rows).map(({ name, columns, order }) => ({
    name,
    columns,
    order: order.length > 0 ? order : ['stored::text collate "C"'],
  }));
}

function inOrder(tables: Found[]): Found[] {
  const ordered: Found[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (ready.length === 0) throw new Error(`tables refer to one another: ${[...waiting.keys()].join(', ')}`);
    for (const table of ready) waiting.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

import { sql } from 'kysely';
import type { TestShop } from './test-shop.ts';

/** Tables that may change although a call is refused: counters of attempts, and the audit trail that records
 * the refusal. */
const COUNTED = ['public.read_counts', 'public.rate_limits', 'public.audit_events'];

/** A session notes its last use, every five minutes at most, whatever the call is answered. */
const LAST_USE = `'{used_at,user_agent,network}'::text[]`;

/** Watches every table of a shop by triggers. A change that is rolled back is
 * none: its note is rolled back too. */
const WATCH = `
  create schema watched;
  create table watched.changes (name text not null);
  grant usage on schema watched to public;
  grant select, delete on watched.changes to public;
  create function watched.note() returns trigger language plpgsql security definer as $$
  begin
    if tg_op = 'UPDATE' and to_jsonb(new) - ${LAST_USE} = to_jsonb(old) - ${LAST_USE} then return null; end if;
    insert into watched.changes values (format('%I.%I', tg_table_schema, tg_table_name));
    return null;
  end $$;
  do $$
  declare watched regclass;
  begin
    for watched in
      select pg_class.oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', 'watched')
        and format('%I.%I', nspname, relname) <> all ('{${COUNTED.join(',')}}')
    loop
      execute format('create trigger watched_rows after insert or update or delete on %s
        for each row execute function watched.note()', watched);
      execute format('create trigger watched_table after truncate on %s
        for each statement execute function watched.note()', watched);
    end loop;
  end $$;`;

/** Returns a function that tells which tables have changed since it was last called. */
export async function watchTables({ asOwner, shop }: TestShop): Promise<() => Promise<string[]>> {
  await asOwner(WATCH);
  const take = sql<{ name: string }>`delete from watched.changes returning name`;
  return async () => [...new Set((await take.execute(shop.db)).rows.map(({ name }) => name))].sort();
}

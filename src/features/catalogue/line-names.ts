import { sql } from 'kysely';
import { anyOf, type Database } from '#platform/database/database.ts';
import { isForSale } from './for-sale.ts';
import { lineName, type NamedMember } from './line-name-rules.ts';

/** Returns the names on lines of those tools that are members of families, by id, as of now. */
export async function findLineNames(db: Database, toolIds: string[]): Promise<Map<string, string>> {
  if (toolIds.length === 0) return new Map();
  const isLine = sql`tools.id = ${anyOf(toolIds, 'uuid')}`;
  const { rows } = await sql<NamedMember & { id: string }>`
    with known as (
      select id, name, family_id, ${isForSale} as is_member, ${isLine} as is_line from tools
      where family_id in (select family_id from tools where ${isLine}) and (${isForSale} or ${isLine})
    ), named as materialized (
      select *, count(*) filter (where is_member) over (partition by family_id) as members,
        count(*) filter (where is_member) over (partition by family_id, lower(name) collate "C") as namesakes
      from known
    ), valued as (
      select named.id, is_line, members, spec.name, value, unit, position, count(*) filter (where is_member) over (
        partition by family_id, spec.name collate "C", value collate "C", unit collate "C") as tools
      from named join tool_specifications spec on tool_id = named.id
    ), differing as (
      select id, json_agg(json_build_object('name', name, 'value', value, 'unit', unit) order by position) as differing
      from valued where is_line and tools < members group by id
    )
    select id, name, namesakes > is_member::integer as "hasNamesake", coalesce(differing, '[]') as differing
    from named left join differing using (id) where is_line`.execute(db);
  return new Map(rows.map((row) => [row.id, lineName(row)]));
}

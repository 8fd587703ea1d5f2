import { sql } from 'kysely';
import { anyOf, type Database } from '#platform/database/database.ts';
import { isForSale } from './for-sale.ts';
import { lineName, type NamedMember } from './line-name-rules.ts';

/** Returns the names on lines of those tools that are members of families, by id, as of now. */
export async function findLineNames(db: Database, toolIds: string[]): Promise<Map<string, string>> {
  if (toolIds.length === 0) return new Map();
  const { rows } = await sql<NamedMember & { id: string }>`
    with line as (
      select id, name, family_id from tools where id = ${anyOf(toolIds, 'uuid')} and family_id is not null
    ), member as materialized (
      select id, name, family_id from tools
      where family_id in (select family_id from line) and ${isForSale}
    ), valued as materialized (
      select family_id, spec.name, value, unit, count(*) as tools
      from member join tool_specifications spec on tool_id = member.id
      group by family_id, spec.name, value, unit
    ), counted as (
      select family_id, count(*) as members from member group by family_id
    )
    select id, name,
      exists (select from member other where other.family_id = line.family_id and other.id <> line.id
        and lower(other.name) = lower(line.name)) as "hasNamesake",
      (select coalesce(json_agg(json_build_object('name', own.name, 'value', own.value, 'unit', own.unit)
          order by position), '[]')
        from tool_specifications own join counted on counted.family_id = line.family_id
        left join valued on valued.family_id = line.family_id and valued.name = own.name
          and valued.value = own.value and valued.unit is not distinct from own.unit
        where tool_id = line.id and coalesce(valued.tools, 0) < members) as differing
    from line`.execute(db);
  return new Map(rows.map((row) => [row.id, lineName(row)]));
}

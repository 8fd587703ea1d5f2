import { sql } from 'kysely';
import { isForSale } from '#features/catalogue/for-sale.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { MAX_LINKS, type ManagedLink } from './contract.ts';

/** How many buyers must have bought both tools: fewer could be told apart. */
const LEAST_BUYERS = 3;
/** The latest buyers of a tool, and the latest orders of each, that are looked at: 30,000 index entries at
 * most, however many orders there are. */
const MOST_ORDERS_OF_TOOL = 1_000;
const MOST_BUYERS = 300;
const MOST_ORDERS_OF_BUYER = 100;

/** Returns the ids of tools that buyers of a tool also bought, the most frequent first. */
export async function findAlsoBought(db: Database, toolId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with sold as (
      select user_id from orders where tool_id = ${toolId} and state in ('paid', 'shipped')
      order by id desc limit ${MOST_ORDERS_OF_TOOL}
    ), buyers as (
      select distinct user_id from sold limit ${MOST_BUYERS}
    ), bought as (
      select other.tool_id as id, count(distinct buyers.user_id) as buyers
      from buyers cross join lateral (
        select tool_id from orders where user_id = buyers.user_id and state in ('paid', 'shipped')
        order by id desc limit ${MOST_ORDERS_OF_BUYER}
      ) other
      where other.tool_id <> ${toolId}
      group by other.tool_id
      having count(distinct buyers.user_id) >= ${LEAST_BUYERS}
    )
    select bought.id from bought join tools using (id)
    where ${isForSale}
    order by buyers desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The links that a tool has by itself. */
export const ownKinds = {
  accessories: 'accessory',
  spareParts: 'spare_part',
  replacedBy: 'replacement',
} as const;
export type OwnField = keyof typeof ownKinds;

/** The ids of the tools linked to a tool and for sale, in order: its accessories and spare parts; those of which
 * it is one (`fits`); those that it replaces, directly or not; and its successor: the last that is for sale of
 * those that replace it, one after another. A deleted tool has only that. */
export async function findShownLinks(db: Database, toolId: string): Promise<ShownLinks> {
  const { rows } = await sql<{ list: keyof ShownLinks; id: string }>`
    with recursive later (id, steps) as (
      select linked_id, 1 from tool_links where tool_id = ${toolId} and kind = 'replacement'
      union all
      select linked_id, steps + 1 from later join tool_links on tool_id = later.id and kind = 'replacement'
    ), earlier (id) as (
      select tool_id from tool_links where linked_id = ${toolId} and kind = 'replacement'
      union all
      select tool_id from earlier join tool_links on linked_id = earlier.id and kind = 'replacement'
    ), fits (id) as (
      select distinct tool_id from tool_links where linked_id = ${toolId} and kind <> 'replacement'
    ), links (list, id, place) as (
      (select 'successor', id, steps from later join tools using (id) where ${isForSale} order by steps desc limit 1)
      union all
      select case kind when 'accessory' then 'accessories' else 'spareParts' end, linked_id, place
      from tool_links join tools on tools.id = linked_id
      where tool_id = ${toolId} and kind <> 'replacement' and ${isForSale}
      union all
      (select 'fits', id, 0 from fits join tools using (id) where ${isForSale} order by id limit ${MAX_LINKS})
      union all
      (select 'replaces', id, 0 from earlier join tools using (id) where ${isForSale} order by id limit ${MAX_LINKS})
    )
    select list, id from links
    where list = 'successor' or exists (select from tools where id = ${toolId} and ${isForSale})
    order by place, id`.execute(db);
  const of = (list: keyof ShownLinks) => rows.flatMap((row) => (row.list === list ? row.id : []));
  return {
    successor: of('successor'),
    spareParts: of('spareParts'),
    accessories: of('accessories'),
    fits: of('fits'),
    replaces: of('replaces'),
  };
}

export type ShownLinks = Record<'successor' | 'spareParts' | 'accessories' | 'fits' | 'replaces', string[]>;

/** Returns the tools that one for sale replaces, directly or not, and that have left the shop, by part number:
 * without those that were only drafts, which nobody has seen. */
export async function findDiscontinued(db: Database, toolId: string) {
  const { rows } = await sql<{ name: string; part_number: string | null }>`
    with recursive earlier (id) as (
      select tool_id from tool_links where linked_id = ${toolId} and kind = 'replacement'
        and exists (select from tools where id = ${toolId} and ${isForSale})
      union all
      select tool_id from earlier join tool_links on linked_id = earlier.id and kind = 'replacement')
    select name, part_number from earlier join tools using (id) where deleted_at is not null and img is not null
    order by part_number, name limit ${MAX_LINKS}`.execute(db);
  return rows;
}

/** All links of a tool, each with its kind as the keeper calls it, in order. */
export async function findManagedLinks(
  db: Database,
  toolId: string,
): Promise<(ManagedLink & { field: OwnField | 'replaces' })[]> {
  const { rows } = await sql<ManagedLink & { field: OwnField | 'replaces' }>`
    with links (field, id, place) as (
      select case kind when 'accessory' then 'accessories' when 'spare_part' then 'spareParts' else 'replacedBy' end,
        linked_id, place from tool_links where tool_id = ${toolId}
      union all
      select 'replaces', tool_id, 0 from tool_links where linked_id = ${toolId} and kind = 'replacement')
    select field, id as _id, name, part_number, ${stateOfTools} as state
    from links join tools using (id) order by place, lower(part_number), id`.execute(db);
  return rows;
}

const stateOfTools = sql`case when deleted_at is not null then 'deleted' when img is null then 'draft' else 'for_sale' end`;

/** A tool to which a reference led. */
export type Referenced = Pick<ManagedLink, '_id' | 'name' | 'part_number' | 'state'>;

/** Finds tools by id or part number, in lower case: those in the shop before deleted ones, and of these the one
 * that was deleted last. */
export async function findReferenced(db: Database, references: string[]): Promise<Map<string, Referenced>> {
  const asked = [...new Set(references.map((each) => each.toLowerCase()))];
  if (asked.length === 0) return new Map();
  const { rows } = await sql<Referenced & { reference: string }>`
    select distinct on (reference) reference, id as _id, name, part_number, ${stateOfTools} as state
    from (
      select lower(part_number) as reference, id, name, part_number, deleted_at, img from tools
      where lower(part_number) = any (${asked}::text[]) and part_number is not null and deleted_at is null
      union all
      select lower(part_number), id, name, part_number, deleted_at, img from tools
      where lower(part_number) = any (${asked}::text[]) and part_number is not null and deleted_at is not null
      union all
      select id::text, id, name, part_number, deleted_at, img from tools
      where id = any (${asked.filter((each) => UUID.test(each))}::uuid[])) found
    order by reference, deleted_at desc nulls first`.execute(db);
  return new Map(rows.map(({ reference, ...tool }) => [reference, tool]));
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** All links of a tool in one field, in order. */
export type Link = { toolId: string; field: OwnField | 'replaces'; ids: readonly string[] };

/** Puts these in the place of tools' links in some fields. Removes first, so that tools may change places. */
export async function replaceLinks(tx: DatabaseTransaction, links: Link[]): Promise<void> {
  await removeOtherLinks(tx, links);
  await insertLinks(tx, links);
}

/** Removes the links that tools have in some fields, except those that stay of what they replace. */
export async function removeOtherLinks(tx: DatabaseTransaction, links: Link[]): Promise<void> {
  for (const { toolId, field, ids } of links) {
    if (field === 'replaces')
      await sql`
        delete from tool_links where linked_id = ${toolId} and kind = 'replacement'
          and tool_id <> all (${ids}::uuid[])`.execute(tx);
    else
      await tx
        .deleteFrom('tool_links')
        .where('tool_id', '=', toolId)
        .where('kind', '=', ownKinds[field])
        .execute();
  }
}

/** Adds links to those that are there. */
export async function insertLinks(tx: DatabaseTransaction, links: Link[]): Promise<void> {
  const rows = links.flatMap(({ toolId, field, ids }) =>
    ids.map((id, place) =>
      field === 'replaces'
        ? { tool_id: id, kind: 'replacement', place: 0, linked_id: toolId }
        : { tool_id: toolId, kind: ownKinds[field], place, linked_id: id },
    ),
  );
  if (rows.length === 0) return;
  // A link that stays, of which this is the other direction, is there already.
  await sql`
    insert into tool_links (tool_id, kind, place, linked_id)
    select tool_id, kind, place, linked_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (tool_id uuid, kind text, place smallint, linked_id uuid)
    on conflict (tool_id, kind, linked_id) do nothing`.execute(tx);
}

/** Returns the successors of some tools, by the tools' ids. */
export async function findSuccessors(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('tool_links')
    .select(['tool_id', 'linked_id'])
    .where('kind', '=', 'replacement')
    .where('tool_id', '=', anyOf<string>([...ids], 'uuid'))
    .execute();
  return new Map(rows.map(({ tool_id, linked_id }) => [tool_id, linked_id]));
}

/** A tool that replaces another one. */
export type Successor = { id: string; name: string; part_number: string | null };

/** Finds the successors of tools that have left the shop, by the part numbers, in lower case, that these had and
 * no tool has now: for each the last that is for sale of those that replace it, one after another. */
export async function findSuccessorsOfNumbers(
  db: Database,
  numbers: readonly string[],
): Promise<Map<string, Successor>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<Successor & { number: string }>`
    with recursive later (number, id, steps) as (
      select lower(part_number), linked_id, 1 from tools former
        join tool_links on tool_id = former.id and kind = 'replacement'
      where lower(part_number) = any (${numbers}::text[]) and part_number is not null and deleted_at is not null
        and not exists (select from tools present where lower(present.part_number) = lower(former.part_number)
          and present.part_number is not null and present.deleted_at is null)
      union all
      select number, linked_id, steps + 1 from later join tool_links on tool_id = later.id and kind = 'replacement')
    select distinct on (number) number, id, name, part_number from later join tools using (id)
    where ${isForSale} order by number, steps desc, id`.execute(db);
  return new Map(rows.map(({ number, ...successor }) => [number, successor]));
}

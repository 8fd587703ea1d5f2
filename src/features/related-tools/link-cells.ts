import { sql } from 'kysely';
import { readPartNumbers } from '#features/families/part-number-rules.ts';
import type { Database } from '#platform/database/database.ts';
import { anyOf } from '#platform/database/database.ts';
import { MAX_LINKS } from './contract.ts';
import { type LinkCell, linkCellNames, linkCells } from './link-columns.ts';
import { findReferenced, findSuccessors, type Link, type Referenced } from './store.ts';
import { linkErrorTexts as texts } from './texts.ts';

/** A linked tool, as one of a cell's lines names it. */
type StoredLink = { cell: LinkCell; id: string; reference: string };

/** The links of each tool in a query that a file has: of deleted tools only those that it replaces. A tool is named
 * by its part number, or by its id if it has none, or that leads to another one. */
export const linksOfTools = sql<StoredLink[]>`(
  select coalesce(json_agg(json_build_object('cell', cell, 'id', links.id, 'reference',
    case when part_number is not null and (deleted_at is null or not exists (
      select from tools same where lower(same.part_number) = lower(other.part_number) and same.part_number is not null
        and same.id <> other.id and coalesce(same.deleted_at, 'infinity') > other.deleted_at))
    then part_number else other.id::text end) order by place, lower(part_number), links.id), '[]')
  from (
    select case kind when 'accessory' then 'accessories' when 'spare_part' then 'spare_parts' else 'replaced_by' end as cell,
      linked_id as id, place from tool_links where tool_id = tools.id
    union all
    select 'replacement_for', tool_id, 0 from tool_links where linked_id = tools.id and kind = 'replacement') links
  join tools other on other.id = links.id
  where deleted_at is null or cell = 'replacement_for')`;

/** The links of a tool by the columns that have them: as the text of a cell, and the ids. */
export type CellLinks = Record<LinkCell, { text: string | null; ids: string[] }>;

/** Sorts the links of a tool by column. */
export function toCellLinks(links: readonly StoredLink[]): CellLinks {
  const of = (name: LinkCell) => {
    const own = links.filter(({ cell }) => cell === name);
    const text = own.map(({ reference }) => reference).join('\n');
    return [name, { text: text || null, ids: own.map(({ id }) => id) }] as const;
  };
  return Object.fromEntries(linkCellNames.map(of)) as CellLinks;
}

/** Whether two columns' links are the same; what a tool replaces is in no order. */
export const areSameLinks = (cell: LinkCell, one: readonly string[], other: readonly string[]) =>
  cell === 'replacement_for'
    ? one.toSorted().join() === other.toSorted().join()
    : one.join() === other.join();

/** Reads a cell: part numbers or ids, one per line or separated by commas; null for none. */
export function readLinkCell(cell: LinkCell, text: string): { value: string | null } | { problem: string } {
  const references = readPartNumbers(text);
  const most = cell === 'replaced_by' ? 1 : MAX_LINKS;
  if (references.length > most) return { problem: texts.tooManyIn(most) };
  return { value: references.join('\n') || null };
}

/** Returns the references in a cell that has been read. */
export const referencesIn = (cell: string | number | null | undefined): string[] =>
  cell ? String(cell).split('\n') : [];

/** What is known of the tools that cells name: those that are found, and the successors that they have. */
export type KnownReferences = { found: Map<string, Referenced>; successors: Map<string, string> };

/** Looks up all references of some cells. */
export async function knowReferences(db: Database, references: string[]): Promise<KnownReferences> {
  const found = await findReferenced(db, references);
  return {
    found,
    successors: await findSuccessors(
      db,
      [...found.values()].map(({ _id }) => _id),
    ),
  };
}

/** Returns the ids of the tools that a cell names, or why these can't be linked to a tool that has the links
 * `present`. A name in `added` is that of a tool still to be added, which has no id yet. */
export function resolveLinks(
  cell: LinkCell,
  references: string[],
  known: KnownReferences,
  {
    toolId,
    present,
    added,
  }: { toolId: string | undefined; present: readonly string[]; added: ReadonlySet<string> },
): { ids: (string | undefined)[] } | { problem: string } {
  const tools = references.map((reference) => {
    const tool = known.found.get(reference.toLowerCase());
    const isMeant =
      tool && (tool.state !== 'deleted' || cell === 'replacement_for' || present.includes(tool._id));
    return isMeant && !(tool.state === 'deleted' && added.has(reference.toLowerCase())) ? tool : undefined;
  });
  const unknown = references.filter((reference, nth) => !tools[nth] && !added.has(reference.toLowerCase()));
  if (unknown.length > 0) return { problem: texts.noSuchTools(unknown) };
  if (toolId !== undefined && tools.some((tool) => tool?._id === toolId)) return { problem: texts.itself };
  const taken = tools.find((tool) => {
    const successor = tool && known.successors.get(tool._id);
    return cell === 'replacement_for' && successor !== undefined && successor !== toolId;
  });
  if (taken) return { problem: texts.replacedAlready(taken.part_number ?? taken.name) };
  return { ids: tools.map((tool) => tool?._id) };
}

/** Returns the links of some tools that columns have, by tool. */
export async function findCellLinks(db: Database, toolIds: string[]): Promise<Map<string, CellLinks>> {
  const rows = await db
    .selectFrom('tools')
    .select(['id', linksOfTools.as('links')])
    .where('id', '=', anyOf<string>(toolIds, 'uuid'))
    .execute();
  return new Map(rows.map(({ id, links }) => [id, toCellLinks(links)]));
}

/** A tool's links in a column, to be written. */
export const toLink = (toolId: string, cell: LinkCell, ids: readonly string[]): Link => ({
  toolId,
  field: linkCells[cell],
  ids,
});

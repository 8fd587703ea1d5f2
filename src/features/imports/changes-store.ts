import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import type { Specification } from '#features/catalogue/contract.ts';
import { type PriceBreakRow, priceBreaksOfTools } from '#features/catalogue/prices.ts';
import { specificationsOfTools } from '#features/catalogue/store.ts';
import { familyOfTools } from '#features/families/store.ts';
import { morePicturesOfTools } from '#features/pictures/store.ts';
import { type CellLinks, linksOfTools, toCellLinks } from '#features/related-tools/link-cells.ts';
import { isLinkCell, type LinkCell, linkCellNames } from '#features/related-tools/link-columns.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { ImportChange } from './contract.ts';
import { formatPriceBreaks, formatSpecifications } from './list-cells.ts';
import type { PictureSlot } from './picture-rules.ts';
import { importedColumns, type SomeFields, type ToolFields } from './read-row.ts';
import type { ImportRow } from './store.ts';

/** A tool that a row changes or adds: the differing fields, before and after. */
export type CheckedRow = {
  row: number;
  toolId: string;
  isNew: boolean;
  version: number;
  before: SomeFields;
  after: SomeFields;
  /** The ids of the tools that were linked before, by the columns in which these differ. */
  links?: StoredLinks;
  /** All pictures of the tool, if some of them must be fetched. */
  slots?: PictureSlot[];
};

/** An existing tool, in the form with which a file's rows are compared. */
export type KnownTool = { id: string; version: number; fields: ToolFields; links: CellLinks };

/** Returns the tools in the shop that rows name, by lower-case part numbers or by ids. */
export function findToolsOfRows(
  context: KnowingContext,
  numbers: string[],
  ids: string[],
): Promise<KnownTool[]> {
  return findKnownTools(
    context,
    sql`deleted_at is null
      and id in (
        select id from tools where deleted_at is null and lower(part_number) = any(${numbers}::text[])
        union all select id from tools where id = any(${ids}::uuid[]))`,
  );
}

/** Returns the selected tools in blocks, ordered by id. */
export async function* knownToolsInTurn(
  context: KnowingContext,
  meant: RawBuilder<SqlBool>,
  limit: number,
): AsyncGenerator<KnownTool[]> {
  let after: string | undefined;
  do {
    const isNext = after === undefined ? sql`true` : sql`id > ${after}`;
    const tools = await findKnownTools(context, sql`${meant} and ${isNext} order by id limit ${limit}`);
    if (tools.length > 0) yield tools;
    after = tools.at(-1)?.id;
  } while (after !== undefined);
}

type KnowingContext = Pick<AppContext, 'db' | 'config'>;

async function findKnownTools(
  { db, config: { currency } }: KnowingContext,
  which: RawBuilder<unknown>,
): Promise<KnownTool[]> {
  const columns = sql.join(importedColumns.map((column) => sql.ref(column)));
  const { rows } = await sql<
    ToolFields & {
      id: string;
      version: number;
      listed: Specification[];
      breaks: PriceBreakRow[];
      links: Parameters<typeof toCellLinks>[0];
    }
  >`
    select id, version, ${columns}, ${specificationsOfTools} as listed, ${priceBreaksOfTools} as breaks,
      ${morePicturesOfTools} as pictures, ${familyOfTools} as family, ${linksOfTools} as links
    from tools where ${which}`.execute(db);
  return rows.map(({ id, version, listed, breaks, links: stored, ...fields }) => {
    const links = toCellLinks(stored);
    const linkTexts = linkCellNames.map((cell) => [cell, links[cell].text]);
    return {
      id,
      version,
      links,
      fields: {
        ...fields,
        ...Object.fromEntries(linkTexts),
        specifications: formatSpecifications(listed),
        price_breaks: formatPriceBreaks(breaks, currency),
      },
    };
  });
}

export async function insertChanges(db: Database, importId: string, changes: CheckedRow[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into import_rows (import_id, row, tool_id, is_new, version, before, after, links)
    select ${importId}::uuid, row, "toolId", "isNew", version, before, after, links
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as given (row integer, "toolId" uuid, "isNew" boolean, version integer, before jsonb, after jsonb, links jsonb)`.execute(
    db,
  );
}

type ChangeRow = Pick<
  Selectable<Tables['import_rows']>,
  'row' | 'tool_id' | 'is_new' | 'before' | 'after'
> & { name: string | null; to_fetch: string[] };

/** Returns one page of an import's changes, in the order of the file. */
export async function listChanges(
  db: Database,
  { id, changed, added }: ImportRow,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<RowsPage<ChangeRow>> {
  const rows = await db
    .selectFrom('import_rows')
    .leftJoin('tools', 'tools.id', 'import_rows.tool_id')
    .select(['row', 'tool_id', 'is_new', 'before', 'after', 'tools.name'])
    .select(
      sql<
        string[]
      >`array(select address from import_pictures fetched where fetched.import_id = import_rows.import_id
        and fetched.tool_id = import_rows.tool_id and state <> 'kept' order by place)`.as('to_fetch'),
    )
    .where('import_id', '=', id)
    .$if(cursor !== undefined, (query) => query.where('row', '>', Number(cursor)))
    .orderBy('row')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    rows: page,
    nextCursor: rows.length > limit ? String(page.at(-1)?.row) : undefined,
    total: changed + added,
  };
}

type Values = Record<string, string | number | null>;

/** Converts a change to its form on the wire, with the price as a decimal under its name there. */
export function serializeChange(row: ChangeRow, toPrice: (cents: number) => number): ImportChange {
  const onWire = ({ price_cents: cents, former_price_cents: former, ...fields }: Values): Values => ({
    ...fields,
    ...(cents !== undefined && { price: cents === null ? null : toPrice(Number(cents)) }),
    ...(former !== undefined && { former_price: former === null ? null : toPrice(Number(former)) }),
  });
  const [before, after] = [row.before as Values, row.after as Values];
  return {
    row: row.row,
    toolId: row.tool_id,
    name: row.name ?? String(after.name ?? ''),
    isNew: row.is_new,
    toFetch: row.to_fetch,
    before: onWire(before),
    after: onWire(after),
  };
}

/** A tool that an import changes or adds. */
export type StoredChange = Omit<Selectable<Tables['import_rows']>, 'before' | 'after' | 'links'> &
  Pick<CheckedRow, 'before' | 'after'> & { links: StoredLinks | null };

/** The ids of linked tools by column: before the import, and after it, once they have been written. */
export type StoredLinks = Partial<Record<LinkCell, { before: string[]; after?: string[] }>>;

/** Returns the links of a change that differ. */
export const linkColumnsOf = (links: StoredLinks | null) =>
  Object.entries(links ?? {}).flatMap(([cell, ids]) => (isLinkCell(cell) ? [{ cell, ...ids }] : []));

/** The ids of those tools whose family a step writes. */
export const idsWithFamily = (rows: StoredChange[], written: (row: StoredChange) => StoredChange['after']) =>
  rows.flatMap((row) => (written(row).family === undefined ? [] : row.tool_id));

/** Number of tools written per step: a buyer who waits for one of them waits at most that long. */
export const TOOLS_A_STEP = 500;

/** Returns the tools of the next step: those still to be applied, or with `isApplied` those to be restored;
 * all of them changed, or all of them new, ordered by id, as all locks are. */
export async function findStep(db: Database, importId: string, isApplied: boolean): Promise<StoredChange[]> {
  for (const isNew of [false, true]) {
    const rows = await db
      .selectFrom('import_rows')
      .selectAll()
      .where('import_id', '=', importId)
      .where('is_new', '=', isNew)
      .where('is_left', '=', false)
      .where('applied_version', isApplied ? 'is not' : 'is', null)
      .orderBy('tool_id')
      .limit(TOOLS_A_STEP)
      .execute();
    if (rows.length > 0) return rows as StoredChange[];
  }
  return [];
}

/** Returns the rows of an import whose tools have changed since the check. */
export async function findChangedMeanwhile(db: Database, importId: string): Promise<number[]> {
  const { rows } = await sql<{ row: number }>`
    select row from import_rows left join tools on tools.id = tool_id and deleted_at is null
    where import_id = ${importId} and not is_new and tools.version is distinct from import_rows.version
    order by row`.execute(db);
  return rows.map(({ row }) => row);
}

/** Marks tools of an import as restored. */
export async function notePutBack(
  tx: DatabaseTransaction,
  importId: string,
  toolIds: string[],
): Promise<void> {
  await tx
    .updateTable('import_rows')
    .set({ applied_version: null })
    .where('import_id', '=', importId)
    .where('tool_id', '=', anyOf<string>(toolIds, 'uuid'))
    .execute();
}

/** Clears the marks of the tools that an undo skipped, before it is tried again. */
export async function forgetLeft(tx: DatabaseTransaction, importId: string): Promise<void> {
  await tx
    .updateTable('import_rows')
    .set({ is_left: false })
    .where('import_id', '=', importId)
    .where('is_left', '=', true)
    .execute();
}

/** Returns how many tools an undo skipped. */
export async function countLeft(db: Database, importId: string): Promise<number> {
  const { left } = await db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('import_id', '=', importId)
    .where('is_left', '=', true)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Returns the rows of an import whose part number, before or after it, another tool in the shop has
 * taken. */
export async function findTakenNumbers(
  db: Database,
  importId: string,
  side: 'before' | 'after',
  ofTools?: string[],
): Promise<number[]> {
  const isOne = ofTools ? sql`tool_id = ${anyOf(ofTools, 'uuid')}` : sql`true`;
  const { rows } = await sql<{ row: number }>`
    select row from import_rows join tools on lower(part_number) = lower(${sql.ref(side)} ->> 'part_number')
    where import_id = ${importId} and ${isOne} and deleted_at is null and tools.id <> tool_id order by row`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Records the versions and stock movements with which an import left tools, or that it skipped them. */
export async function noteRows(
  tx: DatabaseTransaction,
  importId: string,
  rows: { toolId: string; version?: number; moved?: number; isLeft?: boolean }[],
): Promise<void> {
  await sql`
    update import_rows set applied_version = coalesce(given.version, applied_version),
      moved = coalesce(given.moved, import_rows.moved), is_left = coalesce(given."isLeft", is_left)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given ("toolId" uuid, version integer, moved integer, "isLeft" boolean)
    where import_id = ${importId} and tool_id = given."toolId"`.execute(tx);
}

/** Locks tools in the order of their ids and returns their current state; omits those removed from the
 * shop. */
export async function lockToolsOfRows(tx: DatabaseTransaction, ids: string[]) {
  return tx
    .selectFrom('tools')
    .select(['id', 'name', 'version', 'available_quantity', 'held', familyOfTools.as('family')])
    .where('id', '=', anyOf<string>(ids, 'uuid'))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

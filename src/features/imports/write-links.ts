import { sql } from 'kysely';
import type { AppError } from '#contracts/app-error.ts';
import { lockTools } from '#features/catalogue/store.ts';
import {
  areSameLinks,
  findCellLinks,
  knowReferences,
  referencesIn,
  resolveLinks,
  toLink,
} from '#features/related-tools/link-cells.ts';
import { linkProblem } from '#features/related-tools/set-links.ts';
import { insertLinks, type Link, removeOtherLinks } from '#features/related-tools/store.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { linkColumnsOf, type StoredChange, type StoredLinks, TOOLS_A_STEP } from './changes-store.ts';
import { ImportBlocked, type Stop } from './start-import-step.ts';
import { type ImportRow, moveImport } from './store.ts';
import { importErrorTexts as texts } from './texts.ts';

const none = new Set<string>();

/** Writes the next links of an import whose tools have been written; returns whether there were any. @throws
 * ImportBlocked with the reason why they cannot be written */
export async function writeLinkStep(tx: DatabaseTransaction, { id, linked_to }: ImportRow): Promise<boolean> {
  const rows = await findLinkedRows(tx, id, linked_to);
  const last = rows.at(-1);
  if (!last) return false;
  // As whoever links a tool locks it, nobody changes these links between their reading and writing.
  await lockTools(
    tx,
    rows.map(({ tool_id }) => tool_id),
  );
  const known = await knowReferences(
    tx,
    rows.flatMap(({ links, after }) => linkColumnsOf(links).flatMap(({ cell }) => referencesIn(after[cell]))),
  );
  const present = await findCellLinks(
    tx,
    rows.map(({ tool_id }) => tool_id),
  );
  const stops: Stop[] = [];
  const written = rows.map(({ row, tool_id: toolId, links, after }) => {
    const columns = linkColumnsOf(links).map(({ cell, before }) => {
      const now = present.get(toolId)?.[cell].ids ?? [];
      const read = resolveLinks(cell, referencesIn(after[cell]), known, {
        toolId,
        present: before,
        added: none,
      });
      if ('problem' in read) stops.push({ row, message: read.problem });
      const ids = 'ids' in read ? read.ids.flatMap((each) => each ?? []) : [];
      // Another row may have written the other direction.
      if (!areSameLinks(cell, now, before) && !areSameLinks(cell, now, ids))
        stops.push({ row, message: texts.changedMeanwhile });
      return { cell, before, after: ids };
    });
    return { row, toolId, columns };
  });
  if (stops.length > 0) throw new ImportBlocked(stops);
  await writeLinks(
    tx,
    written.map(({ row, toolId, columns }) => ({
      row,
      links: columns.map(({ cell, after }) => toLink(toolId, cell, after)),
    })),
  );
  const stored = written.map(({ row, columns }) => ({
    row,
    links: Object.fromEntries(columns.map(({ cell, before, after }) => [cell, { before, after }])),
  }));
  await sql`
    update import_rows set links = given.links
    from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as given (row integer, links jsonb)
    where import_id = ${id} and import_rows.row = given.row`.execute(tx);
  await invalidateEverywhere(tx);
  await moveImport(tx, id, 'applying', { linked_to: last.row });
  return true;
}

/** Returns the next rows that change links. */
async function findLinkedRows(tx: DatabaseTransaction, importId: string, after: number) {
  const rows = await tx
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .where('links', 'is not', null)
    .where('is_left', '=', false)
    .orderBy('row')
    .limit(TOOLS_A_STEP)
    .execute();
  return rows as StoredChange[];
}

/** Removes all links that end before any is added, so that tools may change places. @throws ImportBlocked with the
 * row that breaks a rule of links */
async function writeLinks(tx: DatabaseTransaction, rows: { row: number; links: Link[] }[]): Promise<void> {
  await removeOtherLinks(
    tx,
    rows.flatMap(({ links }) => links),
  );
  for (const { row, links } of rows)
    await insertLinks(tx, links).catch((error: unknown) => {
      const problem: AppError | undefined = linkProblem(error);
      throw problem ? new ImportBlocked([{ row, message: problem.message }]) : error;
    });
}

/** Returns the tools of some rows whose links are neither as the import left them nor as they were before. */
export async function findRelinked(tx: DatabaseTransaction, rows: StoredChange[]): Promise<Set<string>> {
  const linked = rows.filter(({ links }) => links);
  if (linked.length === 0) return none;
  const present = await findCellLinks(
    tx,
    linked.map(({ tool_id }) => tool_id),
  );
  const isChanged = ({ tool_id, links }: { tool_id: string; links: StoredLinks | null }) =>
    linkColumnsOf(links).some(({ cell, before, after = before }) => {
      const now = present.get(tool_id)?.[cell].ids ?? [];
      return !areSameLinks(cell, now, after) && !areSameLinks(cell, now, before);
    });
  return new Set(linked.filter(isChanged).map(({ tool_id }) => tool_id));
}

/** Puts back the links that tools had before an import. */
export async function restoreLinks(tx: DatabaseTransaction, rows: StoredChange[]): Promise<void> {
  await writeLinks(
    tx,
    rows.map(({ row, tool_id, links }) => ({
      row,
      links: linkColumnsOf(links).map(({ cell, before }) => toLink(tool_id, cell, before)),
    })),
  );
}

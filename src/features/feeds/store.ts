import { isForSale } from '#features/catalogue/for-sale.ts';
import { findToolDetailsById, type ToolDetailsRow } from '#features/catalogue/store.ts';
import type { Database } from '#platform/database/database.ts';

/** Tools read at once: no connection is held while a feed is downloaded. */
const TOOLS_AT_ONCE = 100;

/** Reads every tool for sale, oldest first, in blocks, each when `inTurn` runs it. A tool added meanwhile is
 * read too. */
export async function* everyToolForSale(
  db: Database,
  inTurn: (read: () => Promise<ToolDetailsRow[]>) => Promise<ToolDetailsRow[]>,
): AsyncGenerator<ToolDetailsRow[]> {
  let last: string | undefined;
  async function readBlock(): Promise<ToolDetailsRow[]> {
    let next = db.selectFrom('tools').select('id').where(isForSale).orderBy('id').limit(TOOLS_AT_ONCE);
    if (last !== undefined) next = next.where('id', '>', last);
    const ids = (await next.execute()).map(({ id }) => id);
    last = ids.at(-1);
    return toolsWithIds(db, ids);
  }
  do {
    yield await inTurn(readBlock);
  } while (last !== undefined);
}

/** Returns the newest tools for sale, newest first: ids begin with the time. */
export async function newestToolsForSale(db: Database, limit: number): Promise<ToolDetailsRow[]> {
  const newest = db.selectFrom('tools').select('id').where(isForSale).orderBy('id', 'desc').limit(limit);
  return toolsWithIds(
    db,
    (await newest.execute()).map(({ id }) => id),
  );
}

async function toolsWithIds(db: Database, ids: string[]): Promise<ToolDetailsRow[]> {
  const tools = await findToolDetailsById(db, ids, 'public');
  return ids.flatMap((id) => tools.get(id) ?? []);
}

/** Returns in how many files of `size` tools each the sitemap lists those for sale. */
export async function countSitemapFiles(db: Database, size: number): Promise<number> {
  const { tools } = await db
    .selectFrom('tools')
    .where(isForSale)
    .select((eb) => eb.fn.countAll<number>().as('tools'))
    .executeTakeFirstOrThrow();
  return Math.ceil(tools / size);
}

/** Returns the tools for sale of the sitemap's nth file, from 1 on, at most `size`, oldest first. */
export async function toolsOfSitemapFile(db: Database, nth: number, size: number) {
  const rows = await db
    .selectFrom('tools')
    .select(['id', 'name', 'part_number', 'version', 'created_at', 'changed_at'])
    .where(isForSale)
    .orderBy('id')
    .limit(size)
    .offset((nth - 1) * size)
    .execute();
  return rows.map(({ id, name, part_number, version, created_at, changed_at }) => ({
    _id: id,
    name,
    part_number,
    changedAt: (changed_at ?? (version === 1 ? created_at : null))?.toISOString() ?? null,
  }));
}

import { type SqlBool, sql } from 'kysely';
import { isForSale } from '#features/catalogue/for-sale.ts';
import { findToolDetailsById, hasOwnText, type ToolDetailsRow } from '#features/catalogue/store.ts';
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

/** What search engines are to show: the tools for sale that have a text of their own, and the families of
 * tools for sale. */
const sitemapEntries = (db: Database) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'part_number', 'version', 'created_at', 'changed_at'])
    .select(sql<'tool' | 'family'>`'tool'`.as('kind'))
    .where(isForSale)
    .where(hasOwnText)
    .unionAll(
      db
        .selectFrom('families')
        .select(['id', 'name', sql<string | null>`null`.as('part_number'), sql<number>`0`.as('version')])
        .select([
          sql<Date>`null::timestamptz`.as('created_at'),
          sql<Date | null>`null::timestamptz`.as('changed_at'),
        ])
        .select(sql<'tool' | 'family'>`'family'`.as('kind'))
        .where(sql<SqlBool>`exists (select from tools where family_id = families.id and ${isForSale})`),
    );

/** Returns in how many files of `size` tools and families each the sitemap lists them. */
export async function countSitemapFiles(db: Database, size: number): Promise<number> {
  const { entries } = await db
    .selectFrom(sitemapEntries(db).as('entry'))
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow();
  return Math.ceil(entries / size);
}

/** Returns the tools and families of the sitemap's nth file, from 1 on, at most `size`, oldest first. */
export async function entriesOfSitemapFile(db: Database, nth: number, size: number) {
  const rows = await sitemapEntries(db)
    .orderBy('id')
    .limit(size)
    .offset((nth - 1) * size)
    .execute();
  return rows.map(({ id, version, created_at, changed_at, ...named }) => ({
    _id: id,
    ...named,
    changedAt: (changed_at ?? (version === 1 ? created_at : null))?.toISOString() ?? null,
  }));
}

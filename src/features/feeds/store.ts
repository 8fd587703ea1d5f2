import { isForSale } from '#features/catalogue/for-sale.ts';
import { findToolDetailsById, type ToolDetailsRow } from '#features/catalogue/store.ts';
import type { Database } from '#platform/database/database.ts';

/** Tools read at once: no connection is held while a feed is downloaded. */
const TOOLS_AT_ONCE = 100;

/** Reads every tool for sale, oldest first, in blocks. A tool added meanwhile is read too. */
export async function* everyToolForSale(db: Database): AsyncGenerator<ToolDetailsRow[]> {
  let last: string | undefined;
  for (;;) {
    let next = db.selectFrom('tools').select('id').where(isForSale).orderBy('id').limit(TOOLS_AT_ONCE);
    if (last !== undefined) next = next.where('id', '>', last);
    const ids = (await next.execute()).map(({ id }) => id);
    last = ids.at(-1);
    if (last === undefined) return;
    yield await toolsWithIds(db, ids);
  }
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
  const tools = await findToolDetailsById(db, ids);
  return ids.flatMap((id) => tools.get(id) ?? []);
}

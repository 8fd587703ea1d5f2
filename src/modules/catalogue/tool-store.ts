import { type Expression, type SqlBool, sql } from 'kysely';
import type { ToolList } from '#contracts/tool.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { cutPage, type RowsPage } from '#platform/database/keyset.ts';
import type { PictureRow } from './picture-store.ts';
import { containsPattern, searchWords } from './search-words.ts';

/** A tool in the shop, with its picture. */
export type ToolRow = {
  id: string;
  name: string;
  description: string;
  img: string;
  price_cents: number;
  min_order_quantity: number;
  available_quantity: number;
  category: string | null;
  brand: string | null;
} & Omit<PictureRow, 'url'>;

/** A tool to be added. */
export type NewToolRow = {
  id: string;
  name: string;
  description: string;
  img: string;
  price_cents: number;
  min_order_quantity: number;
  on_hand: number;
  category: string | null;
  brand: string | null;
};

/** One page of the tools in the shop, newest first; `q` and `category` narrow it down. */
export async function listTools(db: Database, list: ToolList): Promise<RowsPage<ToolRow>> {
  const conditions = conditionsOf(list);
  let page = toolsInShop(db)
    .where((eb) => eb.and(conditions))
    .orderBy('tools.id', 'desc')
    .limit(list.limit + 1);
  if (list.cursor !== undefined) page = page.where('tools.id', '<', list.cursor);
  const count = db
    .selectFrom('tools')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('deleted_at', 'is', null)
    .where((eb) => eb.and(conditions));
  const [rows, { total }] = await Promise.all([page.execute(), count.executeTakeFirstOrThrow()]);
  return cutPage(rows, list.limit, total);
}

/** Finds a tool that is in the shop. */
export function findTool(db: Database, id: string): Promise<ToolRow | undefined> {
  return toolsInShop(db).where('tools.id', '=', id).executeTakeFirst();
}

/** Adds tools. Their `img` must be pictures that are recorded. */
export async function insertTools(tx: DatabaseTransaction, tools: NewToolRow[]): Promise<void> {
  await tx.insertInto('tools').values(tools).execute();
}

/** Whether the shop has never had a tool. */
export async function hasNeverHadTools(db: Database): Promise<boolean> {
  const row = await db.selectFrom('tools').select('id').limit(1).executeTakeFirst();
  return row === undefined;
}

function toolsInShop(db: Database) {
  return db
    .selectFrom('tools')
    .innerJoin('pictures', 'pictures.url', 'tools.img')
    .select([
      'tools.id',
      'tools.name',
      'tools.description',
      'tools.img',
      'tools.price_cents',
      'tools.min_order_quantity',
      'tools.available_quantity',
      'tools.category',
      'tools.brand',
      'pictures.width',
      'pictures.height',
      'pictures.colour',
      'pictures.webp_srcset',
      'pictures.avif_srcset',
    ])
    .where('tools.deleted_at', 'is', null);
}

function conditionsOf({ q = '', category }: ToolList): Expression<SqlBool>[] {
  const words = searchWords(q).map(
    (word) =>
      sql<SqlBool>`concat_ws(' ', tools.name, tools.brand, tools.category) ilike ${containsPattern(word)}`,
  );
  return category ? [...words, sql<SqlBool>`tools.category = ${category}`] : words;
}

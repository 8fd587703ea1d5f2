import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { PictureRow } from './pictures/store.ts';

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
  rating_tenths: number | null;
  rating_count: number;
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

/** The tools of some ids, in that order. One that has just left the shop is left out. */
export async function findToolsById(db: Database, ids: string[]): Promise<ToolRow[]> {
  const rows = await toolsInShop(db).where('tools.id', '=', anyOf<string>(ids, 'uuid')).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
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
      'tools.rating_tenths',
      'tools.rating_count',
      'pictures.width',
      'pictures.height',
      'pictures.colour',
      'pictures.webp_srcset',
      'pictures.avif_srcset',
    ])
    .where('tools.deleted_at', 'is', null);
}

import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { PictureRow } from './pictures/store.ts';
import type { ToolCategory } from './search/contract.ts';
import { serializePicture } from './serialize-tool.ts';

/**
 * The commonest categories, each with a picture: of the tool that came first of those in the shop, so that newer ones do not
 * change it.
 */
export async function listCategories(db: Database, limit: number): Promise<ToolCategory[]> {
  const { rows } = await sql<{ name: string; tools: number; img: string } & Omit<PictureRow, 'url'>>`
    select ranges.category as name, ranges.tools, img, width, height, colour, webp_srcset, avif_srcset
    from (
      select category, count(*) as tools from tools where deleted_at is null and category <> ''
      group by category order by tools desc, category collate "C" limit ${limit}) ranges
      cross join lateral (
        select img from tools where deleted_at is null and category = ranges.category order by id limit 1) oldest
      join pictures on pictures.url = img
    order by tools desc, category collate "C"`.execute(db);
  return rows.map(({ name, tools, img, ...picture }) => ({
    name,
    tools,
    img,
    picture: serializePicture(picture),
  }));
}

import { sql } from 'kysely';
import type { ToolCategory } from '#contracts/tool-search.ts';
import type { Database } from '#platform/database/database.ts';
import type { PictureRow } from './picture-store.ts';
import { toWirePicture } from './wire-tool.ts';

/**
 * The commonest categories, each with a picture: of the tool that came first of those in the shop, so that newer ones do not
 * change it.
 */
export async function listCategories(db: Database, limit: number): Promise<ToolCategory[]> {
  const { rows } = await sql<{ name: string; tools: number; img: string } & Omit<PictureRow, 'url'>>`
    select substr(term, 3) as name, tool_terms.tools, first.img, width, height, colour, webp_srcset,
      avif_srcset
    from tool_terms
      cross join lateral (
        select number from tool_search where category_id = tool_terms.id order by number limit 1) oldest
      join tools first on first.number = oldest.number
      join pictures on pictures.url = first.img
    where term > '=c' and term < '=d' and tool_terms.tools > 0
    order by tool_terms.tools desc, term limit ${limit}`.execute(db);
  return rows.map(({ name, tools, img, ...picture }) => ({
    name,
    tools,
    img,
    picture: toWirePicture(picture),
  }));
}

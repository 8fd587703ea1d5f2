import type { Picture } from '#contracts/picture.ts';
import { anyOf, type Database } from '#platform/database/database.ts';

/** The sizes of pictures, by the address that their host gave out. */
export async function findPictures(db: Database, urls: string[]): Promise<Map<string, Picture>> {
  const rows = await db
    .selectFrom('pictures')
    .select(['url', 'width', 'height', 'colour', 'webp_srcset as webp', 'avif_srcset as avif'])
    .where('url', '=', anyOf<string>(urls, 'text'))
    .execute();
  return new Map(rows.map(({ url, ...picture }) => [url, picture]));
}

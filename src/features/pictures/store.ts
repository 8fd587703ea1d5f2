import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Picture } from '#contracts/picture.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { HostedPicture } from '#platform/images/image-host.ts';

export const pictureColumns = ['width', 'height', 'colour', 'webp_srcset', 'avif_srcset'] as const;

/** What is shown of a picture that the shop's picture host gave out. */
export type PictureRow = Pick<Selectable<Tables['pictures']>, (typeof pictureColumns)[number]>;

/** A picture as it goes over the wire. */
export function serializePicture(row: PictureRow): Picture {
  const { width, height, colour, webp_srcset, avif_srcset } = row;
  return { width, height, colour, webp: webp_srcset, avif: avif_srcset };
}

/** Records a picture that the host keeps, unless it is recorded already. Answers
 * whether its AVIF is still to be made. */
export async function recordPicture(
  tx: DatabaseTransaction,
  { url, width, height, colour, webp }: HostedPicture,
): Promise<{ needsAvif: boolean }> {
  await tx
    .insertInto('pictures')
    .values({ id: uuid(), url, width, height, colour, webp_srcset: webp })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute();
  const recorded = tx.selectFrom('pictures').select('avif_srcset').where('url', '=', url);
  return { needsAvif: (await recorded.executeTakeFirstOrThrow()).avif_srcset === null };
}

/** Whether each of some addresses is that of a picture which the host gave out. */
export async function areKnownPictures(db: Database, urls: readonly string[]): Promise<boolean> {
  const known = await db
    .selectFrom('pictures')
    .select('url')
    .where('url', '=', anyOf<string>([...urls], 'text'))
    .execute();
  const found = new Set(known.map(({ url }) => url));
  return urls.every((url) => found.has(url));
}

/** The addresses of each tool's pictures after its first, as they are shown, a line each; null for none. */
export const morePicturesOfTools = sql<string | null>`(
  select string_agg(more.img, E'\\n' order by place) from tool_pictures more
  where tool_id = tools.id and more.img <> tools.img)`;

/** Notes the AVIF sizes of a picture. */
export async function saveAvif(tx: DatabaseTransaction, url: string, srcset: string): Promise<void> {
  await tx.updateTable('pictures').set({ avif_srcset: srcset }).where('url', '=', url).execute();
}

/** Which of some addresses are pictures of the shop. */
export async function findKnownPictures(db: Database, urls: string[]): Promise<string[]> {
  if (urls.length === 0) return [];
  const rows = await db.selectFrom('pictures').select('url').where('url', '=', anyOf(urls, 'text')).execute();
  return rows.map(({ url }) => url);
}

import { v7 as uuid } from 'uuid';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { HostedPicture } from '#platform/images/image-host.ts';

/** A picture that the shop's picture host gave out. */
export type PictureRow = {
  url: string;
  width: number;
  height: number;
  colour: string;
  webp_srcset: string;
  avif_srcset: string | null;
};

/** Records a picture that the host keeps, unless it is recorded already. Answers whether its AVIF is still to be made. */
export async function recordPicture(
  tx: DatabaseTransaction,
  { url, width, height, colour, webp }: HostedPicture,
): Promise<{ needsAvif: boolean }> {
  await tx
    .insertInto('pictures')
    .values({ id: uuid(), url, width, height, colour, webp_srcset: webp })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute();
  const row = await tx
    .selectFrom('pictures')
    .select('avif_srcset')
    .where('url', '=', url)
    .executeTakeFirstOrThrow();
  return { needsAvif: row.avif_srcset === null };
}

/** Whether `url` is a picture that the host gave out. */
export async function isKnownPicture(db: Database, url: string): Promise<boolean> {
  const row = await db.selectFrom('pictures').select('id').where('url', '=', url).executeTakeFirst();
  return row !== undefined;
}

/** Notes the AVIF sizes of a picture. */
export async function saveAvif(tx: DatabaseTransaction, url: string, srcset: string): Promise<void> {
  await tx.updateTable('pictures').set({ avif_srcset: srcset }).where('url', '=', url).execute();
}

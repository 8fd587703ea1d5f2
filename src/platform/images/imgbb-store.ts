import type { Database } from '#platform/database/database.ts';
import type { HostedPicture } from './image-host.ts';

/** The picture that imgbb gave out for these bytes, if they were uploaded before. */
export async function findImgbbPicture(db: Database, hash: string): Promise<HostedPicture | undefined> {
  const row = await db
    .selectFrom('imgbb_pictures')
    .select('picture')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.picture;
}

/** Keeps what imgbb gave out. Answers what is kept: of two uploads of the same bytes at once, the first. */
export async function keepImgbbPicture(
  db: Database,
  hash: string,
  picture: HostedPicture,
): Promise<HostedPicture> {
  await db
    .insertInto('imgbb_pictures')
    .values({ hash, picture: JSON.stringify(picture) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return (await findImgbbPicture(db, hash)) ?? picture;
}

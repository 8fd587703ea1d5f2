import { createHash } from 'node:crypto';
import { readLogo } from '#contracts/shop-details.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { tellPictureErrors } from '#features/pictures/store-picture.ts';
import type { Database } from '#platform/database/database.ts';

// Part of every hash: raise it when the drawing changes, as browsers keep an address's bytes for ever.
const DRAWING = 'toolyard logos 1';

/** Draws a logo and keeps what was drawn. Nothing shows it until the shop's details name it, as it is answered.
 * @throws AppError for `image` as the upload of a tool's picture does. */
export async function storeLogo(context: AppContext, bytes: Buffer): Promise<string> {
  const files = await tellPictureErrors(context, () => context.drawLogo(bytes));
  const logo = createHash('sha256').update(DRAWING).update(bytes).digest('hex').slice(0, 32);
  const rows = files.map(({ bytes: content, ...file }) => ({ logo, ...file, content: Buffer.from(content) }));
  const [{ width, height } = { width: 0, height: 0 }] = files;
  const named = `${logo}-${width}x${height}`;
  await context.db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('shop_logo_files')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['logo', 'name']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows)
      await recordAudit(context, tx, { action: 'logo_stored', details: { logo: named } });
  });
  return named;
}

/** A file that was drawn of a logo. */
export async function findLogoFile(db: Database, logo: string, name: string): Promise<Buffer | undefined> {
  const files = db.selectFrom('shop_logo_files').select('content');
  return (await files.where('logo', '=', logo).where('name', '=', name).executeTakeFirst())?.content;
}

/** Whether a logo was drawn, of that size. */
export async function isKnownLogo(db: Database, named: string): Promise<boolean> {
  const { hash, width, height } = readLogo(named);
  const files = db.selectFrom('shop_logo_files').select('name').where('name', '=', 'logo.png');
  const row = await files
    .where('logo', '=', hash)
    .where('width', '=', width)
    .where('height', '=', height)
    .executeTakeFirst();
  return row !== undefined;
}

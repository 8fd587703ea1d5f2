import { createHash } from 'node:crypto';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { tellPictureErrors } from '#features/pictures/store-picture.ts';
import { insertLogoFiles } from './store.ts';

// Part of every hash: raise it when the drawing changes, as browsers keep an address's bytes for ever.
const DRAWING = 'toolyard logos 1';

/** Draws a logo and keeps what was drawn. Nothing shows it until the shop's
 * details name it, as it is answered.
 * @throws AppError for `image` as the upload of a tool's picture does. */
export async function storeLogo(context: AppContext, bytes: Buffer): Promise<string> {
  const files = await tellPictureErrors(context, () => context.drawLogo(bytes));
  const logo = createHash('sha256').update(DRAWING).update(bytes).digest('hex').slice(0, 32);
  const rows = files.map(({ bytes: content, ...file }) => ({ logo, ...file, content: Buffer.from(content) }));
  const [{ width, height } = { width: 0, height: 0 }] = files;
  const named = `${logo}-${width}x${height}`;
  await context.db.transaction().execute(async (tx) => {
    if (await insertLogoFiles(tx, rows))
      await recordAudit(context, tx, { action: 'logo_stored', details: { logo: named } });
  });
  return named;
}

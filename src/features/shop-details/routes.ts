import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { readUpload, takeForms, unreadForm } from '#features/pictures/read-file-form.ts';
import { reportPictureErrors } from '#features/pictures/store.ts';
import { assertFreshSignIn, requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { changeDetails } from './change-details.ts';
import {
  changeDetailsCall,
  countFiguresCall,
  getDetailsCall,
  getManagedDetailsCall,
  uploadLogoCall,
} from './contract.ts';
import {
  countFigures,
  findLogoFile,
  findOwnDetails,
  insertLogoFiles,
  serializeManagedDetails,
} from './store.ts';
import { detailsErrorTexts } from './texts/manage.ts';

/** Routes for the shop's own details: what pages show, and what an admin changes. */
export function detailsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getDetailsCall, { keeps: 'until-change' }, async () => {
    const { bank: _bank, security: _security, ...details } = await context.details.read();
    return details;
  });

  serve(api, getManagedDetailsCall, {}, async () =>
    serializeManagedDetails(await findOwnDetails(context.db)),
  );

  serve(api, countFiguresCall, {}, async () => ({ figures: await countFigures(context.db) }));

  serve(api, changeDetailsCall, { changesCatalogue: true }, async (request) => {
    const currentUser = requireUser(request);
    const { bank, security } = request.body;
    // Whoever changes the bank account decides where buyers' transfers go.
    if (bank !== undefined || security !== undefined) assertFreshSignIn(context, currentUser);
    return changeDetails(context, currentUser, request.body);
  });
}

/** Limits memory, as for pictures of tools. */
const UPLOADS_AT_ONCE = 2;
const OF_ONE_PERSON = 1;

const bytes = { schema: z.string().meta({ format: 'binary' }) };

const fileReplies: Record<number, unknown> = {
  200: { description: 'The picture', content: { 'image/png': bytes } },
};

/** Routes: `POST /details/logo` takes a logo from an admin; `GET /logo/{logo}/{file}` serves its rendered
 * files. */
export async function logoRoutes(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (uploads: ApiServer) => {
    const inTurn = limitConcurrency(UPLOADS_AT_ONCE, OF_ONE_PERSON);
    await takeForms(uploads);
    const config = { limit: 'uploads', unreadBody: unreadForm } as const;
    serve(uploads, uploadLogoCall, config, async (request) => ({
      logo: await inTurn(async () => storeLogo(context, await readUpload(request)), currentTurnTaker()),
    }));
  });

  api.get(
    '/logo/:logo/:file',
    {
      config: { access: 'public', limit: 'reads', errors: ['not_found'] },
      schema: {
        tags: ['Pictures'],
        operationId: 'getLogoFile',
        summary: 'Gets an image drawn from a logo',
        description: 'The logo, icons in several sizes, and the picture for social sharing, as PNG.',
        params: z.object({ logo: z.string().max(200), file: z.string().max(200) }),
        response: fileReplies,
      },
    },
    async ({ params: { logo, file } }, reply) => {
      const content = await findLogoFile(context.db, logo, file);
      if (!content) throw new AppError('not_found', detailsErrorTexts.noSuchLogo);
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        // Emails display it in any mail client.
        'cross-origin-resource-policy': 'cross-origin',
      });
      return reply.type('image/png').send(content);
    },
  );
}

// Part of every hash: increment it when the rendering changes, because browsers cache these URLs permanently.
const DRAWING = 'toolyard logos 1';

/** Renders a logo and stores its files. Nothing displays it until the shop's details have the returned name.
 * @throws AppError for `image` like the upload of a tool's picture */
export async function storeLogo(context: AppContext, bytes: Buffer): Promise<string> {
  const files = await reportPictureErrors(context, () => context.drawLogo(bytes));
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

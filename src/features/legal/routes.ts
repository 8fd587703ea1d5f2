import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import { requestLimits } from '#contracts/limits.ts';
import type { AppContext } from '#features/app-context.ts';
import { acceptFileForms, readFileForm, unreadForm } from '#features/pictures/read-file-form.ts';
import { pictureErrorTexts } from '#features/pictures/texts.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { checkStructure } from '#platform/images/check-structure.ts';
import { NotAPicture } from '#platform/images/image-host.ts';
import {
  addressOfFile,
  publishLegalPage,
  readManagedLegal,
  readManagedPage,
  saveLegalPage,
  serializePublished,
} from './change-legal.ts';
import {
  getLegalPageCall,
  getManagedLegalCall,
  listLegalPagesCall,
  listManagedLegalCall,
  publishLegalPageCall,
  saveLegalPageCall,
  uploadLegalFileCall,
} from './contract.ts';
import { sizeOfPicture } from './picture-size.ts';
import { findLegalFile, findPublishedPage, insertLegalFile, type LegalFile, listPublished } from './store.ts';
import { legalTitle, legalErrorTexts as texts } from './texts.ts';

/** Registers the calls of the legal pages. */
export function legalRoutes(api: ApiServer, context: AppContext): void {
  const { db } = context;
  const countryOf = async () => (await context.details.read()).region.country;

  serve(api, listLegalPagesCall, { keeps: 'until-change' }, async () => {
    const country = await countryOf();
    return (await listPublished(db)).map(({ page, version, published_at }) => ({
      page,
      title: legalTitle(page, country),
      version,
      publishedAt: published_at.toISOString(),
    }));
  });

  serve(
    api,
    getLegalPageCall,
    { keeps: 'until-change' },
    async ({ params: { page }, query: { version } }) => {
      const row = await findPublishedPage(db, page, version);
      if (!row) throw new AppError('not_found', texts.noSuchPage);
      return serializePublished(row, await countryOf());
    },
  );

  serve(api, listManagedLegalCall, {}, () => readManagedLegal(context));

  serve(api, getManagedLegalCall, {}, ({ params }) => readManagedPage(context, params.page));

  serve(api, saveLegalPageCall, {}, ({ params, body }) => saveLegalPage(context, params.page, body));

  serve(api, publishLegalPageCall, { changesCatalogue: true }, ({ params, body }) =>
    publishLegalPage(context, params.page, body.version),
  );
}

const FIELD = 'image';

const bytes = { schema: z.string().meta({ format: 'binary' }) };
const fileReplies: Record<number, unknown> = {
  200: { description: 'The picture', content: { 'image/png': bytes, 'image/jpeg': bytes } },
};

/** Routes: `POST /legal-files` takes the official notice from an admin; `GET /legal-files/{name}` serves it as
 * it was uploaded. */
export async function legalFileRoutes(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (uploads: ApiServer) => {
    await acceptFileForms(uploads, requestLimits.officialNoticeBytes);
    serve(uploads, uploadLegalFileCall, { limit: 'uploads', unreadBody: unreadForm }, async (request) => {
      const rules = {
        field: FIELD,
        maxBytes: requestLimits.officialNoticeBytes,
        texts: { ...pictureErrorTexts, tooLarge: texts.tooLarge },
      };
      const { bytes: content } = await readFileForm(request, rules);
      const { hash, type, width, height } = await storeOfficialNotice(context, content);
      return { file: hash, picture: { address: addressOfFile(hash, type), width, height } };
    });
  });

  api.get(
    '/legal-files/:name',
    {
      config: { access: 'public', limit: 'reads', errors: ['not_found'] },
      schema: {
        tags: ['Pictures'],
        operationId: 'getLegalFile',
        summary: 'Gets the official notice on the legal guarantee, as it was uploaded',
        params: z.object({ name: z.string().max(200) }),
        response: fileReplies,
      },
    },
    async ({ params: { name } }, reply) => {
      const file = await findLegalFile(context.db, name.replace(/\.(?:png|jpg)$/, ''));
      if (!file) throw new AppError('not_found', texts.noSuchFile);
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      return reply.type(`image/${file.type}`).send(file.content);
    },
  );
}

/** Checks an uploaded notice and stores it. Its bytes stay as they are. @throws AppError unsupported_type */
export async function storeOfficialNotice({ db }: AppContext, content: Buffer): Promise<LegalFile> {
  const measured = sizeOfPicture(content);
  if (!measured) throw new AppError('unsupported_type', texts.notPngOrJpeg, { field: FIELD });
  try {
    checkStructure(content, measured.type);
  } catch (error) {
    if (error instanceof NotAPicture)
      throw new AppError('unsupported_type', texts.notPngOrJpeg, { field: FIELD });
    throw error;
  }
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const file: LegalFile = { hash, content, ...measured };
  await insertLegalFile(db, file);
  return file;
}

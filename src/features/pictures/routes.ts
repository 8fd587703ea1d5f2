import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import type { ApiServer } from '#http/serve.ts';
import { serve } from '#http/serve.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { ImageHostUnavailable, type PictureFile } from '#platform/images/image-host.ts';
import { uploadPictureCall } from './contract.ts';
import { readUpload, takeForms, unreadForm } from './read-file-form.ts';
import { storePicture } from './store.ts';
import { pictureErrorTexts } from './texts.ts';

// A file's name contains the hash of its content, so a URL's content never changes.
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Limits memory, since each upload holds up to 10 MB. Further uploads wait unread, and one person's slow
 * ones leave a place to others. */
const UPLOADS_AT_ONCE = 3;
const OF_ONE_PERSON = 2;

const bytes = { schema: z.string().meta({ format: 'binary' }) };

const pictureReplies: Record<number, unknown> = {
  200: { description: 'The picture', content: { 'image/webp': bytes, 'image/avif': bytes } },
};

/** Routes: `POST /image` takes a picture from an admin; `GET /pictures/{file}` serves its files. */
export async function imagesRoutes(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (uploads: ApiServer) => uploadRoute(uploads, context));

  api.get(
    '/pictures/:file',
    {
      config: { access: 'public', limit: picturesLimit(context), errors: ['not_found'] },
      schema: {
        tags: ['Pictures'],
        operationId: 'getPicture',
        summary: 'Gets one size of a picture',
        description: 'Its name changes with its content, so it can be cached forever.',
        params: z.object({ file: z.string().max(200) }),
        response: pictureReplies,
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      const picture = await readPicture(context, file);
      const etag = `"${file}"`;
      reply.headers({ 'cache-control': FOR_EVER, etag, 'x-content-type-options': 'nosniff' });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(picture.type).send(picture.bytes);
    },
  );
}

/** Reads a picture's file. @throws AppError not_found; unavailable if the picture host is unreachable */
async function readPicture(context: AppContext, file: string): Promise<PictureFile> {
  const picture = await context.imageHost.read(file).catch((error: unknown) => {
    if (!(error instanceof ImageHostUnavailable)) throw error;
    context.log.error({ err: error }, 'a picture could not be read');
    throw new AppError('unavailable', pictureErrorTexts.cannotFetch, {
      retryAfterSeconds: 5,
    });
  });
  if (!picture) throw new AppError('not_found', pictureErrorTexts.noSuchPicture);
  return picture;
}

/** A file on disk costs next to nothing to read; one in a remote store costs a request, even if it does not
 * exist. */
function picturesLimit({ imageHost }: AppContext): 'reads' | 'none' {
  return imageHost.kind === 's3' ? 'reads' : 'none';
}

/** Registered in its own scope, where a body of any other type reaches the handler unread, so that the
 * handler refuses it. */
async function uploadRoute(api: ApiServer, context: AppContext): Promise<void> {
  const inTurn = limitConcurrency(UPLOADS_AT_ONCE, OF_ONE_PERSON);
  await takeForms(api);
  serve(api, uploadPictureCall, { limit: 'uploads', unreadBody: unreadForm }, async (request) =>
    inTurn(async () => {
      const data = await storePicture(context, {
        userId: requireUser(request).userId,
        bytes: await readUpload(request),
        idempotencyKey: request.headers['idempotency-key'],
      });
      return { success: true as const, data };
    }, currentTurnTaker()),
  );
}

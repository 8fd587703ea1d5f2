import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { readUpload, takeForms, unreadForm } from '#features/pictures/read-upload.ts';
import type { ApiServer } from '#http/serve.ts';
import { serve } from '#http/serve.ts';
import { uploadLogoCall } from './contract.ts';
import { findLogoFile } from './store.ts';
import { storeLogo } from './store-logo.ts';
import { detailsErrorTexts } from './texts/manage.ts';

const bytes = { schema: z.string().meta({ format: 'binary' }) };

const fileReplies: Record<number, unknown> = {
  200: { description: 'The picture', content: { 'image/png': bytes } },
};

/** `POST /details/logo` takes a logo from an admin; `GET /logo/{logo}/{file}` serves what was drawn of it. */
export async function logoRoutes(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (uploads: ApiServer) => {
    await takeForms(uploads);
    const config = { limit: 'uploads', unreadBody: unreadForm } as const;
    serve(uploads, uploadLogoCall, config, async (request) => ({
      logo: await storeLogo(context, await readUpload(request)),
    }));
  });

  api.get(
    '/logo/:logo/:file',
    {
      config: { access: 'public', limit: 'reads', errors: ['not_found'] },
      schema: {
        tags: ['Pictures'],
        operationId: 'getLogoFile',
        summary: 'What was drawn of a logo',
        description: 'The logo, icons in several sizes, and the picture that sharers show, as PNG.',
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
        // Emails show it wherever they are read.
        'cross-origin-resource-policy': 'cross-origin',
      });
      return reply.type('image/png').send(content);
    },
  );
}

import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idempotencyHeadersSchema } from '#contracts/call-parts.ts';

/** Reply of `POST /image`: the URL to use as a tool's `img`. */
export const uploadedPictureSchema = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string() }),
});

export const uploadPictureCall = {
  method: 'POST',
  path: '/image',
  access: 'admin',
  headers: idempotencyHeadersSchema,
  reply: uploadedPictureSchema,
  tag: 'Pictures',
  operationId: 'uploadPicture',
  summary: 'Uploads a picture for a tool',
  description:
    'A multipart form whose field `image` is one JPEG, PNG, WebP, or AVIF file of at most 10 MB and 50 megapixels.',
} satisfies Call;

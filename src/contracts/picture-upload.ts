import { z } from 'zod/mini';
import type { Call } from './call.ts';
import { idempotencyHeadersSchema } from './idempotency-key.ts';

/** The largest picture taken, in bytes and in pixels; larger ones are refused before they are decoded. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 50_000_000;

/** Answer of `POST /image`: the address to use as a tool's `img`. */
export const uploadedPictureSchema = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string() }),
});

/** `POST /image` */
export const uploadPictureCall = {
  method: 'POST',
  path: '/image',
  access: 'admin',
  headers: idempotencyHeadersSchema,
  reply: uploadedPictureSchema,
  tag: 'Pictures',
  operationId: 'uploadPicture',
  summary: 'Takes a picture for a tool',
  description:
    'A multipart form whose field `image` is one JPEG, PNG, WebP or AVIF file of at most 10 MB and 50 megapixels.',
} satisfies Call;

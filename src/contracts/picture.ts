import { z } from 'zod/mini';
import { requestLimits } from './limits.ts';

/** A picture in several widths: `webp` and `avif` are `srcset` texts; `avif` is added once it has been
 * encoded. */
export const pictureSchema = z.object({
  width: z.int(),
  height: z.int(),
  colour: z.string(),
  webp: z.string(),
  avif: z.nullable(z.string()),
});

export type Picture = z.infer<typeof pictureSchema>;

export const MAX_PICTURE_BYTES = requestLimits.pictureBytes;

/** Larger pictures are rejected before decoding. */
export const MAX_PICTURE_PIXELS = 50_000_000;

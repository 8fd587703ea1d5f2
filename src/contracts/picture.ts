import { z } from 'zod/mini';

/** A picture in several widths: `webp` and `avif` are `srcset` texts; `avif` joins once it has been made. */
export const pictureSchema = z.object({
  width: z.int(),
  height: z.int(),
  colour: z.string(),
  webp: z.string(),
  avif: z.nullable(z.string()),
});

export type Picture = z.infer<typeof pictureSchema>;

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** Larger pictures are refused before they are decoded. */
export const MAX_PICTURE_PIXELS = 50_000_000;

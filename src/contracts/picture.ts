import { z } from 'zod/mini';

/** Widths in pixels that every picture is kept in. */
export const pictureWidths = [400, 800, 1600] as const;

/** A picture in several widths: `webp` and `avif` are `srcset` texts; `avif` joins once it has been made. */
export const pictureSchema = z.object({
  width: z.int(),
  height: z.int(),
  colour: z.string(),
  webp: z.string(),
  avif: z.nullable(z.string()),
});

/** A picture in several widths. */
export type Picture = z.infer<typeof pictureSchema>;

/** The largest picture taken, in bytes and in pixels; larger ones are refused before they are decoded. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 50_000_000;

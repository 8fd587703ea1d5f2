import { z } from 'zod';

/** The largest picture taken, in bytes and in pixels; larger ones are refused before they are decoded. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 50_000_000;

/** Answer of `POST /image`: the address to use as a tool's `img`. */
export const uploadedPictureSchema = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string() }),
});

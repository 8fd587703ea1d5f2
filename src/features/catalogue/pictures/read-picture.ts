import { Refusal } from '#contracts/api-error.ts';
import { pictureRefusalTexts } from '#features/catalogue/texts/refusals.ts';
import type { Shop } from '#features/shop.ts';
import { ImageHostUnavailable, type PictureFile } from '#platform/images/image-host.ts';

const RETRY_AFTER_SECONDS = 5;

/** Reads a picture's file. @throws Refusal not_found; unavailable when the host is out of reach. */
export async function readPicture(shop: Shop, file: string): Promise<PictureFile> {
  const picture = await shop.imageHost.read(file).catch((error: unknown) => {
    if (!(error instanceof ImageHostUnavailable)) throw error;
    shop.log.error({ err: error }, 'a picture could not be read');
    throw new Refusal('unavailable', pictureRefusalTexts.cannotFetch, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  });
  if (!picture) throw new Refusal('not_found', pictureRefusalTexts.noSuchPicture);
  return picture;
}

import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { pictureErrorTexts } from '#features/catalogue/texts/errors.ts';
import { ImageHostUnavailable, type PictureFile } from '#platform/images/image-host.ts';

const RETRY_AFTER_SECONDS = 5;

/** Reads a picture's file. @throws AppError not_found; unavailable when the host is out of reach. */
export async function readPicture(context: AppContext, file: string): Promise<PictureFile> {
  const picture = await context.imageHost.read(file).catch((error: unknown) => {
    if (!(error instanceof ImageHostUnavailable)) throw error;
    context.log.error({ err: error }, 'a picture could not be read');
    throw new AppError('unavailable', pictureErrorTexts.cannotFetch, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  });
  if (!picture) throw new AppError('not_found', pictureErrorTexts.noSuchPicture);
  return picture;
}

import { Refusal } from '#contracts/api-error.ts';
import { recordPicture } from '#modules/catalogue/picture-store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { type HostedPicture, NotAPicture, type NotAPictureReason } from '#platform/image-host/image-host.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Shop } from './shop.ts';

const refusals = {
  type: 'unsupported_type',
  damaged: 'invalid_input',
  pixels: 'too_large',
} as const satisfies Record<NotAPictureReason, string>;

/**
 * Hands an uploaded picture to the picture host and records it; its AVIF sizes follow in the background.
 * @throws Refusal naming the field `image` when the bytes are no picture that the shop takes.
 */
export async function storePicture(shop: Shop, bytes: Buffer): Promise<{ url: string }> {
  const picture = await shop.imageHost.store(bytes).catch((error) => {
    if (!(error instanceof NotAPicture)) throw error;
    throw new Refusal(refusals[error.reason], error.message, { field: 'image' });
  });
  await shop.db.transaction().execute((tx) => keepPicture(tx, picture));
  return { url: picture.url };
}

/** Records a picture that the host keeps, with the job that makes its AVIF sizes. */
export async function keepPicture(tx: DatabaseTransaction, picture: HostedPicture): Promise<void> {
  const { needsAvif } = await recordPicture(tx, picture);
  if (!needsAvif) return;
  const { url } = picture;
  // In a queue of their own, these slow jobs come one at a time and leave the other workers to the mails.
  await enqueue(tx, 'make-avif', { url }, { key: `make-avif ${url}`, queue: 'pictures' });
}

import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#contracts/app-error.ts';
import { MAX_PICTURE_PIXELS, type Picture } from '#contracts/picture.ts';
import type { AppContext } from '#features/app-context.ts';
import { findEarlierReply, idempotent } from '#features/idempotency/idempotent.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import {
  type HostedPicture,
  ImageHostUnavailable,
  NotAPicture,
  type NotAPictureReason,
} from '#platform/images/image-host.ts';
import { uploadedPictureSchema } from './contract.ts';
import { pictureErrorTexts } from './texts.ts';

export const pictureColumns = ['width', 'height', 'colour', 'webp_srcset', 'avif_srcset'] as const;

/** The fields shown of a picture from the shop's picture host. */
export type PictureRow = Pick<Selectable<Tables['pictures']>, (typeof pictureColumns)[number]>;

/** The columns of a picture that a row may not have. */
export type JoinedPicture = { [Column in keyof PictureRow]: PictureRow[Column] | null };

/** Returns the picture of a row that pictures were left-joined to; null if it has none there. */
export function joinedPicture({
  width,
  height,
  colour,
  webp_srcset,
  avif_srcset,
}: JoinedPicture): PictureRow | null {
  const isThere = width !== null && height !== null && colour !== null && webp_srcset !== null;
  return isThere ? { width, height, colour, webp_srcset, avif_srcset } : null;
}

/** Serializes a picture for the wire. */
export function serializePicture(row: PictureRow): Picture {
  const { width, height, colour, webp_srcset, avif_srcset } = row;
  return { width, height, colour, webp: webp_srcset, avif: avif_srcset };
}

/** Records a picture stored by the host, unless it is recorded already. Returns whether its AVIF sizes are
 * still to be made. */
async function recordPicture(
  tx: DatabaseTransaction,
  { url, width, height, colour, webp }: HostedPicture,
): Promise<{ needsAvif: boolean }> {
  await tx
    .insertInto('pictures')
    .values({ id: uuid(), url, width, height, colour, webp_srcset: webp })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute();
  const recorded = tx.selectFrom('pictures').select('avif_srcset').where('url', '=', url);
  return { needsAvif: (await recorded.executeTakeFirstOrThrow()).avif_srcset === null };
}

/** Whether all of the URLs are pictures from the host. */
export async function areKnownPictures(db: Database, urls: readonly string[]): Promise<boolean> {
  const known = await db
    .selectFrom('pictures')
    .select('url')
    .where('url', '=', anyOf<string>([...urls], 'text'))
    .execute();
  const found = new Set(known.map(({ url }) => url));
  return urls.every((url) => found.has(url));
}

/** The URLs of each tool's pictures after its first, in display order, one per line; null for none. */
export const morePicturesOfTools = sql<string | null>`(
  select string_agg(more.img, E'\\n' order by place) from tool_pictures more
  where tool_id = tools.id and more.img <> tools.img)`;

/** Records the AVIF sizes of a picture. */
async function saveAvif(tx: DatabaseTransaction, url: string, srcset: string): Promise<void> {
  await tx.updateTable('pictures').set({ avif_srcset: srcset }).where('url', '=', url).execute();
}

/** Returns which of the URLs are pictures of the shop. */
export async function findKnownPictures(db: Database, urls: string[]): Promise<string[]> {
  if (urls.length === 0) return [];
  const rows = await db.selectFrom('pictures').select('url').where('url', '=', anyOf(urls, 'text')).execute();
  return rows.map(({ url }) => url);
}

const RETRY_AFTER_SECONDS = 30;

const { otherType, severalPictures, animated, damaged, extra, tooManyPixels } = pictureErrorTexts;

const refusals: Record<NotAPictureReason, [ErrorCode, string]> = {
  other_type: ['unsupported_type', otherType],
  several: ['unsupported_type', severalPictures],
  animated: ['unsupported_type', animated],
  damaged: ['invalid_input', damaged],
  extra: ['invalid_input', extra],
  too_many_pixels: ['too_large', tooManyPixels(MAX_PICTURE_PIXELS / 1_000_000)],
};

const replySchema = uploadedPictureSchema.shape.data;

/** Passes an uploaded picture to the picture host and records it; its AVIF sizes are made in the background.
 * @throws AppError for `image` if the shop does not accept the picture; key_reused with another file;
 * unavailable if the host is */
export async function storePicture(
  context: AppContext,
  { userId, bytes, idempotencyKey }: { userId: string; bytes: Buffer; idempotencyKey: string | undefined },
): Promise<{ url: string }> {
  const file = createHash('sha256').update(bytes).digest('hex');
  const request = { userId, route: 'POST /image', key: idempotencyKey, body: { file } };
  const earlier = await findEarlierReply(context.db, request, replySchema);
  if (earlier) return earlier;
  const picture = await reportPictureErrors(context, () => context.imageHost.store(bytes));
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, replySchema, async () => {
      await keepPicture(context, tx, picture);
      return { url: picture.url };
    }),
  );
}

/** Converts errors of processing an uploaded picture to the shop's messages. @throws AppError for `image` */
export async function reportPictureErrors<Made>(
  { log }: Pick<AppContext, 'log'>,
  make: () => Promise<Made>,
): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof NotAPicture) {
      const [code, words] = refusals[error.reason];
      throw new AppError(code, words, { field: 'image' });
    }
    if (error instanceof ImageHostUnavailable) {
      log.error({ err: error }, 'a picture could not be kept');
      throw new AppError('unavailable', pictureErrorTexts.cannotKeep, {
        field: 'image',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    throw error;
  }
}

/** Records a picture stored by the host, and queues the job that makes its AVIF sizes. */
export async function keepPicture(
  { jobs }: AppContext,
  tx: DatabaseTransaction,
  picture: HostedPicture,
): Promise<void> {
  const { needsAvif } = await recordPicture(tx, picture);
  if (!needsAvif) return;
  const { url } = picture;
  await jobs.enqueue(tx, 'make-avif', { url }, { key: `make-avif ${url}` });
}

const avifJobSchema = z.object({ url: z.string() });

/** The `make-avif` job: makes a picture's AVIF sizes in the host's store and serves them from then on. */
export async function makeAvif(context: AppContext, payload: unknown): Promise<void> {
  const { url } = avifJobSchema.parse(payload);
  const srcset = await context.imageHost.makeAvif(url);
  if (srcset === undefined) return;
  await context.db.transaction().execute(async (tx) => {
    await saveAvif(tx, url, srcset);
    await invalidateEverywhere(tx);
  });
}

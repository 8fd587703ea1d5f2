import type { Database } from '#platform/database/database.ts';
import { HelperProcessEnded } from '#platform/helper-process.ts';
import { limitConcurrency } from '#platform/limit-concurrency.ts';
import { noPageSources } from '#platform/page-sources.ts';
import type { PictureEncoder } from './encoding/picture-encoder.ts';
import { type HostedPicture, type ImageHost, ImageHostUnavailable } from './image-host.ts';
import { findImgbbPicture, keepImgbbPicture } from './imgbb-store.ts';
import { hashOfUpload, mainWidth, toSrcset } from './picture-sizes.ts';
import { IMGBB_API, IMGBB_PICTURES, uploadToImgbb } from './upload-to-imgbb.ts';

const PICTURES_AT_ONCE = 2;
const WITHIN_MS = 60_000;

/** What the host works with. `earlierHost` has the pictures of before. */
type ImgbbParts = {
  db: Database;
  encoder: PictureEncoder;
  earlierHost: ImageHost;
  api?: string;
  withinMs?: number;
};

/**
 * imgbb as the picture host: the shop checks and encodes, and each size is uploaded. All of a picture's sizes are there
 * or it is not kept; what an upload broken off half-way left at imgbb stays there, shown by nothing. No AVIF, which
 * imgbb does not take.
 */
export function createImgbbImageHost({ key }: { key: string }, parts: ImgbbParts): ImageHost {
  const { db, encoder, earlierHost, api = IMGBB_API, withinMs = WITHIN_MS } = parts;
  const inTurn = limitConcurrency(PICTURES_AT_ONCE);

  async function store(bytes: Buffer): Promise<HostedPicture> {
    const hash = hashOfUpload(bytes);
    const known = await findImgbbPicture(db, hash);
    if (known) return known;
    const { sizes, ...about } = await encoder.encodeWebp(bytes);
    const signal = AbortSignal.timeout(withinMs);
    const addresses = new Map<number, string>();
    for (const size of sizes) {
      addresses.set(
        size.width,
        await uploadToImgbb(size.bytes, `${hash}-${size.width}`, { api, key, signal }),
      );
    }
    const widths = [...addresses.keys()];
    const addressOf = (width: number) => addresses.get(width) ?? '';
    const picture = { ...about, url: addressOf(mainWidth(widths)), webp: toSrcset(widths, addressOf) };
    return keepImgbbPicture(db, hash, picture);
  }

  return {
    kind: 'imgbb',
    summary: 'imgbb',
    pageSources: { ...noPageSources, pictures: [IMGBB_PICTURES] },
    store: (bytes) =>
      inTurn(() =>
        store(bytes).catch((error: unknown) => {
          throw error instanceof HelperProcessEnded ? new ImageHostUnavailable(error.message) : error;
        }),
      ),
    check: async () => 'the key is set; imgbb tells only by the first picture whether it takes it',
    makeAvif: async (url) => (url.startsWith('/') ? earlierHost.makeAvif(url) : undefined),
    read: (file) => earlierHost.read(file),
  };
}

import sharp from 'sharp';

const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };

let taken: Promise<Buffer> | undefined;

/** Returns a photo as from a phone held upright: 12 megapixels, a few megabytes, with rotated pixels and an
 * orientation tag. Made once per worker. */
export function takePhotograph(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  taken ??= sharp({ create: { width: 1344, height: 1008, channels: 3, background: '#000', noise } })
    .resize(4032, 3024)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 80 })
    .toBuffer();
  return taken.then((buffer) => ({ name: 'IMG_20260312_081455.jpg', mimeType: 'image/jpeg', buffer }));
}

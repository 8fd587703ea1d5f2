import sharp, { type Sharp } from 'sharp';
import { decodePicture, edgeColour, fromPixels } from './encode-picture.ts';

/** Three pixels for each that the header shows, and what a wordmark may take of its width. */
const LOGO = { width: 576, height: 96 };
/** What a logo without a ground of its own stands on where something must: the shop's paper. */
const PAPER = '#f6f5f1';
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 };

const onNothing = [
  { name: 'icon-48.png', width: 48, height: 48 },
  { name: 'icon-192.png', width: 192, height: 192 },
  { name: 'icon-512.png', width: 512, height: 512 },
];

/** `share`: how much of the width and the height the logo takes at most. */
const onGround = [
  // Android may cut down to a circle of four fifths (W3C, Web Application Manifest, safe zone).
  { name: 'icon-maskable-512.png', width: 512, height: 512, share: 0.6 },
  { name: 'apple-touch-icon.png', width: 180, height: 180, share: 0.8 },
  { name: 'share.png', width: 1200, height: 630, share: 0.6 },
];

/** A PNG that was drawn of a logo, and its size in pixels. */
export type DrawnFile = { name: string; width: number; height: number; bytes: Uint8Array };

/** Draws everything that shows a logo: `logo.png`, which comes first, icons, and
 * the picture that sharers show.
 * @throws NotAPicture as `encodeWebp` does */
export async function drawLogo(bytes: Buffer): Promise<DrawnFile[]> {
  const pixels = await decodePicture(bytes);
  const edge = edgeColour(pixels);
  const background = edge === 'transparent' ? PAPER : edge;
  const logo = await toPng(fromPixels(pixels).resize({ ...LOGO, fit: 'inside', withoutEnlargement: true }));
  const files: DrawnFile[] = [{ name: 'logo.png', ...logo }];
  for (const { name, width, height } of onNothing) {
    const icon = fromPixels(pixels).resize(width, height, { fit: 'contain', background: NOTHING });
    files.push({ name, ...(await toPng(icon)) });
  }
  for (const { name, width, height, share } of onGround) {
    const inside = { width: Math.round(width * share), height: Math.round(height * share) };
    const { bytes: input } = await toPng(fromPixels(pixels).resize({ ...inside, fit: 'inside' }));
    const ground = sharp({ create: { width, height, channels: 3, background } });
    files.push({ name, ...(await toPng(ground.composite([{ input }]))) });
  }
  return files;
}

async function toPng(picture: Sharp): Promise<{ width: number; height: number; bytes: Buffer }> {
  const { data, info } = await picture.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, bytes: data };
}

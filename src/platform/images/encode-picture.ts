import sharp, { type Metadata, type Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS } from '#contracts/picture.ts';
import { checkStructure, pictureTypeOf } from './check-structure.ts';
import { NotAPicture } from './image-host.ts';

// Uploads are rare and page requests are not: one thread per picture, and no memory retained after it.
sharp.concurrency(1);
sharp.cache(false);

const WIDTHS = [400, 800, 1600];

// Effort 2 takes half the time of the default and gives files 5 % larger (measured on photographs).
const WEBP = { quality: 80, effort: 2 };
// Lossless transparency weighs more than the picture itself. These settings give files half as large again as
// those of an opaque picture; the difference is visible in soft shadows only (measured on the demo's plates).
const WEBP_CUT_OUT = { quality: 65, alphaQuality: 40, effort: 2 };
const AVIF = { quality: 55, effort: 2 };

export type EncodedPicture = { width: number; bytes: Buffer };

/** A picture in every width, the largest last, with the size of the largest. */
export type EncodedSizes = { width: number; height: number; colour: string; sizes: EncodedPicture[] };

type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 };

/** Encodes a picture as WebP in the shop's widths up to its own: upright, in sRGB, visible pixels only.
 * @throws NotAPicture unless it is a still JPEG, PNG, WebP or AVIF and nothing else, undamaged, without too
 * many pixels */
export async function encodeWebp(bytes: Buffer): Promise<EncodedSizes> {
  const largest = await decodePicture(bytes);
  const sizes: EncodedPicture[] = [];
  const webp = largest.channels === 4 ? WEBP_CUT_OUT : WEBP;
  for (const width of widthsFor(largest.width)) {
    sizes.push({ width, bytes: await fromPixels(largest).resize({ width }).webp(webp).toBuffer() });
  }
  const { width, height } = largest;
  return { width, height, colour: edgeColour(largest), sizes };
}

/** Decodes a picture's pixels, upright, in sRGB, none hidden. @throws NotAPicture as `encodeWebp` does */
async function decodePicture(bytes: Buffer): Promise<Pixels> {
  await checkHeader(bytes);
  return decode(bytes);
}

/** Encodes one of the shop's own, already checked pictures as AVIF in each of `widths`. */
export async function encodeAvif(bytes: Buffer, widths: number[]): Promise<EncodedPicture[]> {
  const largest = await toPixels(sharp(bytes));
  const sizes: EncodedPicture[] = [];
  for (const width of widths) {
    sizes.push({ width, bytes: await fromPixels(largest).resize({ width }).avif(AVIF).toBuffer() });
  }
  return sizes;
}

/** Refuses what the header shows to be unsuitable, before a pixel is decoded. */
async function checkHeader(bytes: Buffer): Promise<void> {
  const type = pictureTypeOf(bytes);
  if (!type) throw new NotAPicture('other_type');
  checkStructure(bytes, type);
  const header = await readHeader(bytes);
  const format = header.format === 'heif' && header.compression === 'av1' ? 'avif' : header.format;
  if (format !== type) throw new NotAPicture('damaged');
  if (header.width * header.height > MAX_PICTURE_PIXELS) throw new NotAPicture('too_many_pixels');
  if ((header.pages ?? 1) > 1) throw new NotAPicture('several');
}

async function readHeader(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    throw new NotAPicture('damaged');
  }
}

/** Decodes to the largest stored size. Very tall pictures are narrowed, so that no size is taller than two
 * widths. */
async function decode(bytes: Buffer): Promise<Pixels> {
  const width = Math.max(...WIDTHS);
  const upright = sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true });
  try {
    return await toPixels(upright);
  } catch {
    throw new NotAPicture('damaged');
  }
}

async function toPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = { data, width, height, channels: 4 as const };
  if (hideNothing(data)) return pixels;
  return { ...pixels, data: await fromPixels(pixels).removeAlpha().raw().toBuffer(), channels: 3 };
}

/** Clears the pixels that cannot be seen, where a second picture could be hidden; returns whether any pixel
 * is transparent. */
function hideNothing(data: Buffer): boolean {
  let isCutOut = false;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) isCutOut = true;
    // A call of `fill` for each of a million pixels takes as long as a third of the encoding.
    if (data[at + 3] === 0) data[at] = data[at + 1] = data[at + 2] = 0;
  }
  return isCutOut;
}

function fromPixels({ data, ...raw }: Pixels): Sharp {
  return sharp(data, { raw });
}

function widthsFor(width: number): number[] {
  return [...WIDTHS.filter((listed) => listed < width), width];
}

/** The average colour of the picture's edge; `transparent` if most of it cannot be seen. */
function edgeColour({ data, width, height, channels }: Pixels): string {
  const sums = [0, 0, 0];
  let seen = 0;
  let count = 0;
  const add = (x: number, y: number) => {
    const at = (y * width + x) * channels;
    const alpha = channels === 4 ? (data[at + 3] ?? 0) : 255;
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0) * alpha;
    seen += alpha;
    count += 255;
  };
  for (let x = 0; x < width; x += 1) {
    add(x, 0);
    add(x, height - 1);
  }
  for (let y = 0; y < height; y += 1) {
    add(0, y);
    add(width - 1, y);
  }
  if (seen < count / 2) return 'transparent';
  return `#${Buffer.from(sums.map((sum) => Math.round(sum / seen))).toString('hex')}`;
}

/** Three pixels for each CSS pixel in the header, and the maximum width of a wordmark. */
const LOGO = { width: 576, height: 96 };
/** The background of a logo without its own, where one is needed: the shop's paper colour. */
const PAPER = '#f6f5f1';
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 };

const onNothing = [
  { name: 'icon-48.png', width: 48, height: 48 },
  { name: 'icon-192.png', width: 192, height: 192 },
  { name: 'icon-512.png', width: 512, height: 512 },
];

/** `share`: the maximum share of the width and the height that the logo takes. */
const onGround = [
  // Android may crop to a circle of four fifths (W3C, Web Application Manifest, safe zone).
  { name: 'icon-maskable-512.png', width: 512, height: 512, share: 0.6 },
  { name: 'apple-touch-icon.png', width: 180, height: 180, share: 0.8 },
  { name: 'share.png', width: 1200, height: 630, share: 0.6 },
];

/** A PNG drawn from a logo, with its size in pixels. */
export type DrawnFile = { name: string; width: number; height: number; bytes: Uint8Array };

/** Draws everything that shows a logo: `logo.png`, which comes first, the icons, and the picture for shared
 * links. @throws NotAPicture as `encodeWebp` does */
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

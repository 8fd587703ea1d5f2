import sharp, { type Metadata, type Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS } from '#contracts/picture-upload.ts';
import { pictureWidths } from '#contracts/tool.ts';
import { NotAPicture } from '../image-host.ts';
import { pictureTypeOf } from '../picture-type.ts';
import { checkStructure, DAMAGED } from './check-structure.ts';

// Uploads are rare and answering pages is not: one thread a picture, and no memory kept after it.
sharp.concurrency(1);
sharp.cache(false);

// Effort 2 takes half the time of the default and gives files 5 % larger (measured on photographs).
const WEBP = { quality: 80, effort: 2 };
const AVIF = { quality: 55, effort: 2 };

/** One size of a picture, encoded. */
export type EncodedPicture = { width: number; bytes: Buffer };

/** A picture in every width, the largest last, with the size of the largest. */
export type EncodedSizes = { width: number; height: number; colour: string; sizes: EncodedPicture[] };

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

/**
 * Checks a picture and encodes it as WebP in each of the shop's widths that it is large enough for: upright, in sRGB,
 * on white where it was transparent, and with nothing of the original file but its pixels.
 * @throws NotAPicture when the bytes are no still JPEG, PNG, WebP or AVIF and nothing else, are damaged, or have too
 * many pixels.
 */
export async function encodeWebp(bytes: Buffer): Promise<EncodedSizes> {
  await checkHeader(bytes);
  const largest = await decode(bytes);
  const sizes: EncodedPicture[] = [];
  for (const width of widthsFor(largest.info.width)) {
    sizes.push({ width, bytes: await fromPixels(largest).resize({ width }).webp(WEBP).toBuffer() });
  }
  const { width, height } = largest.info;
  return { width, height, colour: edgeColour(largest), sizes };
}

/** Encodes a picture of our own, already checked and upright, as AVIF in each of `widths`. */
export async function encodeAvif(bytes: Buffer, widths: number[]): Promise<EncodedPicture[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const sizes: EncodedPicture[] = [];
  for (const width of widths) {
    sizes.push({ width, bytes: await fromPixels({ data, info }).resize({ width }).avif(AVIF).toBuffer() });
  }
  return sizes;
}

/** Refuses what the header already tells to be unfit, before a pixel is decoded. */
async function checkHeader(bytes: Buffer): Promise<void> {
  const type = pictureTypeOf(bytes);
  if (!type) throw new NotAPicture('type', 'The picture must be a JPEG, PNG, WebP or AVIF file');
  checkStructure(bytes, type);
  const header = await readHeader(bytes);
  const format = header.format === 'heif' && header.compression === 'av1' ? 'avif' : header.format;
  if (format !== type) throw new NotAPicture('damaged', DAMAGED);
  if (header.width * header.height > MAX_PICTURE_PIXELS) {
    throw new NotAPicture(
      'pixels',
      `The picture must have ${MAX_PICTURE_PIXELS / 1_000_000} megapixels or fewer`,
    );
  }
  if ((header.pages ?? 1) > 1) throw new NotAPicture('type', 'The file must hold one picture only');
}

async function readHeader(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    throw new NotAPicture('damaged', DAMAGED);
  }
}

/** Decodes to the largest size that is kept. Very tall pictures are narrowed, so that no size is taller than two widths. */
async function decode(bytes: Buffer): Promise<Pixels> {
  const width = Math.max(...pictureWidths);
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new NotAPicture('damaged', DAMAGED);
  }
}

function fromPixels({ data, info }: Pixels): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

/** The shop's widths below that of the picture, and the picture's own or the largest of the shop's. */
function widthsFor(width: number): number[] {
  return [...pictureWidths.filter((listed) => listed < width), width];
}

/** The average colour of the picture's edge: it fills a box of another shape, and the box until the picture arrives. */
function edgeColour({ data, info: { width, height, channels } }: Pixels): string {
  const sums = [0, 0, 0];
  let count = 0;
  const add = (x: number, y: number) => {
    const at = (y * width + x) * channels;
    for (let channel = 0; channel < 3; channel += 1) {
      sums[channel] = (sums[channel] ?? 0) + (data[at + Math.min(channel, channels - 1)] ?? 0);
    }
    count += 1;
  };
  for (let x = 0; x < width; x += 1) {
    add(x, 0);
    add(x, height - 1);
  }
  for (let y = 0; y < height; y += 1) {
    add(0, y);
    add(width - 1, y);
  }
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

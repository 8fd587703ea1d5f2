import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Size = { width: number; height: number };

/** A picture of one colour, red by default, to be encoded by the test. */
export function plainPicture({ width, height }: Size, background = '#c02020'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A PNG of vertical stripes: a quarter transparent, a quarter of half-transparent red, three eighths of red,
 * and the rest transparent. */
export async function cutOut({ width, height }: Size): Promise<Buffer> {
  const stripe = (alpha: number, columns: number) => ({
    create: {
      width: columns,
      height,
      channels: 4 as const,
      background: { r: 0xc0, g: 0x20, b: 0x20, alpha },
    },
  });
  return sharp(stripe(0, width))
    .composite([
      { input: stripe(0.5, width / 4), left: width / 4, top: 0 },
      { input: stripe(1, (width * 3) / 8), left: width / 2, top: 0 },
    ])
    .png()
    .toBuffer();
}

/** A JPEG of noise: large, and different at each call. */
export function noiseJpeg({ width, height }: Size): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer();
}

/** A JPEG as a phone held upright writes it: the pixels are rotated, and an orientation tag says so. It names
 * its maker. */
export function phoneJpeg({ width, height }: Size): Promise<Buffer> {
  return plainPicture({ width, height })
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A PNG that declares a size without matching pixels. */
export function pngHeader({ width, height }: Size): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  ihdr.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const noPixels = Buffer.from([0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]);
  return Buffer.concat([signature, pngChunk('IHDR', ihdr), pngChunk('IDAT', noPixels), pngChunk('IEND')]);
}

/** `png` with the chunk that makes it animated. */
export function animatePng(png: Buffer): Buffer {
  const afterHeader = 8 + 25;
  const animation = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  return Buffer.concat([png.subarray(0, afterHeader), animation, png.subarray(afterHeader)]);
}

/** A WebP of two frames. */
export async function animatedWebp(): Promise<Buffer> {
  const size = { width: 20, height: 10 };
  const frames = await Promise.all(
    ['#f00', '#00f'].map((colour) => plainPicture(size, colour).png().toBuffer()),
  );
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/** A PNG chunk, with its checksum. */
export function pngChunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

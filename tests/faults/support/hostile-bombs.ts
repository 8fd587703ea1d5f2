import { deflateSync } from 'node:zlib';
import { webpChunk } from '#tests/support/picture-parts.ts';
import { plainPicture, pngChunk, pngHeader } from '#tests/support/pictures.ts';
import { goodPicture, type HostileKind, hostileFile } from './hostile-file.ts';
import type { SeededRandom } from './seeded-random.ts';

const asPng = { name: 'hammer.png', type: 'image/png' };
const asWebp = { name: 'hammer.webp', type: 'image/webp' };
const asAvif = { name: 'hammer.avif', type: 'image/avif' };
const asGif = { name: 'hammer.gif', type: 'image/gif' };

/** Small files that declare, or contain, an unreasonable number of pixels. */
const pixelBombs = [
  hostileFile('png of 30,000 by 30,000', 413, () => pngHeader({ width: 30_000, height: 30_000 }), asPng),
  hostileFile(
    'png of the largest size there is',
    400,
    () => pngHeader({ width: 0x7fffffff, height: 0x7fffffff }),
    asPng,
  ),
  hostileFile(
    'png of a reasonable width and no reasonable height',
    413,
    (random) => pngHeader({ width: 900, height: 60_000 + random.integer(900_000) }),
    asPng,
  ),
  hostileFile('png of 64 megapixels with all of them', 413, solidPng, asPng),
  hostileFile('jpeg of 65,000 by 65,000', 413, async (random) => {
    const jpeg = await goodPicture(random, 'jpeg');
    const size = jpeg.indexOf(Buffer.from([0xff, 0xc0, 0x00, 0x11, 0x08]));
    jpeg.writeUInt16BE(65_000, size + 5);
    jpeg.writeUInt16BE(65_000, size + 7);
    return jpeg;
  }),
  hostileFile(
    'webp of 16,000 by 16,000',
    413,
    () => webpOf([webpChunk('VP8L', losslessHeader({ width: 16_000, height: 16_000 }))]),
    asWebp,
  ),
  hostileFile(
    'avif that says it is larger than it is',
    413,
    async (random) => withAvifSize(await goodPicture(random, 'avif'), 30_000),
    asAvif,
  ),
  hostileFile(
    'avif that says it is smaller than it is',
    400,
    async (random) => withAvifSize(await goodPicture(random, 'avif'), 4),
    asAvif,
  ),
];

/** 8,000 × 8,000 pixels of one colour, complete: 64 MB unpacked. */
function solidPng(): Buffer {
  const side = 8_000;
  const header = pngHeader({ width: side, height: side }).subarray(0, 33);
  header[24] = 8;
  header[25] = 0;
  const named = pngChunk('IHDR', header.subarray(16, 29));
  const rows = deflateSync(Buffer.alloc(side * (side + 1)), { level: 1 });
  return Buffer.concat([header.subarray(0, 8), named, pngChunk('IDAT', rows), pngChunk('IEND')]);
}

function withAvifSize(avif: Buffer, side: number): Buffer {
  const box = avif.indexOf('ispe');
  avif.writeUInt32BE(side, box + 8);
  avif.writeUInt32BE(side, box + 12);
  return avif;
}

function webpOf(chunks: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  return webpChunk('RIFF', content);
}

/** The header of a lossless WebP without pixels (RFC 9649, section 3.4). */
function losslessHeader({ width, height }: { width: number; height: number }): Buffer {
  const header = Buffer.alloc(16);
  header[0] = 0x2f;
  header.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return header;
}

const FRAMES = 3_000;

/** Animated pictures with an excessive number of frames. */
const frameBombs = [
  hostileFile('webp of many frames', 415, () => animatedWebp(0b10), asWebp),
  hostileFile('webp of many frames that says it has one', 415, () => animatedWebp(0), asWebp),
  hostileFile('png of many frames', 415, async (random) => animatedPng(random, true), asPng),
  hostileFile(
    'png of many frames that says it has one',
    415,
    async (random) => animatedPng(random, false),
    asPng,
  ),
  hostileFile('gif of many frames', 415, animatedGif, asGif),
  hostileFile('gif announced as a JPEG', 415, animatedGif),
  hostileFile(
    'avif that says it is a sequence',
    415,
    async (random) => {
      const avif = await goodPicture(random, 'avif');
      avif.write('avis', 8);
      return avif;
    },
    asAvif,
  ),
  hostileFile(
    'avif with a movie',
    415,
    async (random) =>
      Buffer.concat([
        await goodPicture(random, 'avif'),
        Buffer.from('\0\0\0\x10moov\0\0\0\x08free', 'latin1'),
      ]),
    asAvif,
  ),
];

function animatedWebp(flags: number): Buffer {
  const canvas = Buffer.alloc(10);
  canvas[0] = flags;
  const frame = webpChunk(
    'ANMF',
    Buffer.concat([Buffer.alloc(16), webpChunk('VP8L', losslessHeader({ width: 1, height: 1 }))]),
  );
  return webpOf([
    webpChunk('VP8X', canvas),
    webpChunk('ANIM', Buffer.alloc(6)),
    ...Array(FRAMES).fill(frame),
  ]);
}

async function animatedPng(random: SeededRandom, announced: boolean): Promise<Buffer> {
  const png = await goodPicture(random, 'png');
  const frame = Buffer.concat([pngChunk('fcTL', Buffer.alloc(26)), pngChunk('fdAT', random.bytes(20))]);
  const count = Buffer.alloc(8);
  count.writeUInt32BE(FRAMES);
  return Buffer.concat([
    png.subarray(0, 33),
    announced ? pngChunk('acTL', count) : Buffer.alloc(0),
    png.subarray(33, -12),
    ...Array<Buffer>(FRAMES).fill(frame),
    png.subarray(-12),
  ]);
}

function animatedGif(): Buffer {
  const header = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1');
  const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Buffer.concat([header, ...Array<Buffer>(FRAMES).fill(frame), Buffer.from(';')]);
}

/** 100 MB of zeros, compressed. */
const packedNothing = deflateSync(Buffer.alloc(100_000_000));

async function withPngPart(random: SeededRandom, name: string, head: string): Promise<Buffer> {
  const png = await goodPicture(random, 'png');
  const content = Buffer.concat([Buffer.from(head, 'latin1'), packedNothing]);
  return Buffer.concat([png.subarray(0, 33), pngChunk(name, content), png.subarray(33)]);
}

/** Metadata that unpacks to far more than its size. */
const unfoldingBombs = [
  hostileFile(
    'png whose colour profile unfolds',
    400,
    (random) => withPngPart(random, 'iCCP', 'icc\0\0'),
    asPng,
  ),
  hostileFile('png whose text unfolds', 400, (random) => withPngPart(random, 'zTXt', 'Comment\0\0'), asPng),
  hostileFile(
    'png whose text in many languages unfolds',
    400,
    (random) => withPngPart(random, 'iTXt', 'Comment\0\x01\0en\0Comment\0'),
    asPng,
  ),
  hostileFile('jpeg of a thousand scans', 400, async () => {
    const jpeg = await plainPicture({ width: 64, height: 64 }).jpeg({ progressive: true }).toBuffer();
    const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scans = Array<Buffer>(1_000).fill(jpeg.subarray(scan, -2));
    return Buffer.concat([jpeg.subarray(0, scan), ...scans, jpeg.subarray(-2)]);
  }),
];

/** Small files that are expensive to open. */
export const bombs: HostileKind[] = [...pixelBombs, ...frameBombs, ...unfoldingBombs];

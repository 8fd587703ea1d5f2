import { withJpegSegment } from '#tests/support/picture-parts.ts';
import { noiseJpeg, pngChunk, pngHeader } from '#tests/support/pictures.ts';
import { goodPicture, type HostileKind, hostileFile } from './hostile-file.ts';

const asPng = { name: 'hammer.png', type: 'image/png' };

/** Pictures that are truncated or corrupted. */
export const damagedPictures: HostileKind[] = [
  ...(['jpeg', 'png', 'webp', 'avif'] as const).map((format) =>
    hostileFile(
      `${format} cut short`,
      400,
      async (random) => {
        const whole = await goodPicture(random, format);
        return whole.subarray(0, 64 + random.integer(whole.length - 64 - 1));
      },
      { name: 'cut', type: `image/${format}` },
    ),
  ),
  hostileFile('large jpeg cut short', 400, async (random) => {
    const whole = await noiseJpeg({ width: 900, height: 700 });
    return whole.subarray(0, 1_000 + random.integer(whole.length - 1_001));
  }),
  hostileFile('jpeg with a Huffman table that is none', 400, async (random) => {
    const jpeg = await goodPicture(random, 'jpeg');
    const table = jpeg.indexOf(Buffer.from([0xff, 0xc4]));
    return Buffer.concat([jpeg.subarray(0, table + 5), Buffer.alloc(16, 0xff), jpeg.subarray(table + 21)]);
  }),
  hostileFile('jpeg without tables', 400, async (random) => {
    const jpeg = await goodPicture(random, 'jpeg');
    for (let at = jpeg.indexOf('\xff\xdb', 'latin1'); at !== -1; at = jpeg.indexOf('\xff\xdb', 'latin1')) {
      jpeg[at + 1] = 0xe9;
    }
    return jpeg;
  }),
  hostileFile('jpeg whose EXIF says it is longer than the file', 400, async (random) => {
    const jpeg = await goodPicture(random, 'jpeg');
    const exif = withJpegSegment(jpeg, 0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff', 'latin1'));
    exif.writeUInt16BE(0xffff, 4);
    return exif;
  }),
  hostileFile('jpeg of no size', 400, async (random) => {
    const jpeg = await goodPicture(random, 'jpeg');
    const size = jpeg.indexOf(Buffer.from([0xff, 0xc0, 0x00, 0x11, 0x08]));
    jpeg.writeUInt32BE(0, size + 5);
    return jpeg;
  }),
  hostileFile('png without pixels', 400, () => pngHeader({ width: 60, height: 40 }), asPng),
  hostileFile(
    'png whose pixels are noise',
    400,
    async (random) => {
      const png = await goodPicture(random, 'png');
      return Buffer.concat([png.subarray(0, 33), pngChunk('IDAT', random.bytes(300)), pngChunk('IEND')]);
    },
    asPng,
  ),
  hostileFile('nothing but the first bytes of a JPEG', 400, () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
];

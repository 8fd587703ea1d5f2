import {
  announcingMovie,
  announcingPictures,
  mediaBox,
  samsungTrailer,
  webpChunk,
  withJpegSegment,
} from '#tests/support/picture-parts.ts';
import { noiseJpeg, pngChunk } from '#tests/support/pictures.ts';
import { formats, goodPicture, type HostileKind, hostileFile, type PictureFormat } from './hostile-file.ts';
import type { SeededRandom } from './seeded-random.ts';
import { zipFile } from './zip-file.ts';

const SCRIPT = '<script>fetch("/user")</script>';
/** Content hidden behind or inside a picture, for readers that take the file for something else. */
const strangers: Record<string, (random: SeededRandom) => Buffer> = {
  'a web page': () => Buffer.from(`<!doctype html><html><body>${SCRIPT}</body></html>`),
  'a ZIP': (random) => zipFile('run.sh', random.bytes(40)),
  PHP: () => Buffer.from('<?php system($_GET["c"]); ?>'),
  'a script': () => Buffer.from(SCRIPT),
  'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
};

function withPngChunk(png: Buffer, name: string, content: Buffer): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), pngChunk(name, content), png.subarray(afterHeader)]);
}

function withWebpChunk(webp: Buffer, name: string, content: Buffer): Buffer {
  const grown = Buffer.concat([webp, webpChunk(name, content)]);
  grown.writeUInt32LE(grown.length - 8, 4);
  return grown;
}

/** Places that hide content without making the file longer than its format declares. */
const hidingPlaces: Record<string, (random: SeededRandom, stranger: Buffer) => Promise<Buffer>> = {
  'a JPEG’s comment': async (random, stranger) =>
    withJpegSegment(await goodPicture(random, 'jpeg'), 0xfe, stranger),
  'a JPEG’s EXIF': async (random, stranger) =>
    withJpegSegment(
      await goodPicture(random, 'jpeg'),
      0xe1,
      Buffer.concat([Buffer.from('Exif\0\0'), stranger]),
    ),
  'a JPEG’s last scan': async (random, stranger) => {
    const jpeg = await goodPicture(random, 'jpeg');
    return Buffer.concat([jpeg.subarray(0, -2), stranger, jpeg.subarray(-2)]);
  },
  'a PNG’s text': async (random, stranger) =>
    withPngChunk(
      await goodPicture(random, 'png'),
      'tEXt',
      Buffer.concat([Buffer.from('Comment\0'), stranger]),
    ),
  'a WebP’s own chunk': async (random, stranger) =>
    withWebpChunk(await goodPicture(random, 'webp'), 'EXEC', stranger),
  'an AVIF’s free space': async (random, stranger) =>
    Buffer.concat([await goodPicture(random, 'avif'), mediaBox('free', stranger)]),
  'a motion photo without a movie': async (random, stranger) =>
    Buffer.concat([announcingMovie(await goodPicture(random, 'jpeg')), stranger]),
  'a multi-picture file without further pictures': async (random, stranger) =>
    Buffer.concat([announcingPictures(await goodPicture(random, 'jpeg')), stranger]),
  'a Samsung trailer': async (random, stranger) =>
    Buffer.concat([await goodPicture(random, 'jpeg'), samsungTrailer(stranger)]),
};

const announcedAs = (format: PictureFormat) => ({ name: `hammer.${format}`, type: `image/${format}` });
const strangersIn = (random: SeededRandom) => random.pick(Object.values(strangers))(random);

/** Files that are a picture to one reader and something else to another. */
export const polyglots: HostileKind[] = [
  ...formats.flatMap((format) =>
    Object.entries(strangers).map(([what, stranger]) =>
      hostileFile(
        `${format} with ${what} behind it`,
        400,
        async (random) => Buffer.concat([await goodPicture(random, format), stranger(random)]),
        announcedAs(format),
      ),
    ),
  ),
  ...formats.map((format) =>
    hostileFile(
      `${format} with noise behind it`,
      400,
      async (random) =>
        Buffer.concat([
          await goodPicture(random, format),
          random.bytes(1 + random.integer(900)),
          Buffer.from('x'),
        ]),
      announcedAs(format),
    ),
  ),
  ...Object.entries(hidingPlaces).map(
    ([where, hide]): HostileKind =>
      hostileFile(`something in ${where}`, 400, (random) => hide(random, strangersIn(random)), {
        name: 'x',
        type: 'application/octet-stream',
      }),
  ),
  hostileFile('jpeg with another picture behind it', 400, async (random) =>
    Buffer.concat([await goodPicture(random, 'jpeg'), await noiseJpeg({ width: 30, height: 30 })]),
  ),
  hostileFile(
    'png with a chunk behind its end',
    400,
    async (random) =>
      Buffer.concat([await goodPicture(random, 'png'), pngChunk('tEXt', random.bytes(random.integer(200)))]),
    announcedAs('png'),
  ),
  hostileFile(
    'webp longer than it says',
    400,
    async (random) => withWebpSize(await goodPicture(random, 'webp'), -2 * (1 + random.integer(20))),
    announcedAs('webp'),
  ),
  hostileFile(
    'webp shorter than it says',
    400,
    async (random) => withWebpSize(await goodPicture(random, 'webp'), 2 * (1 + random.integer(2000))),
    announcedAs('webp'),
  ),
  hostileFile('a web page that begins like a JPEG', 400, () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(`<!doctype html>${SCRIPT}`)]),
  ),
  hostileFile('a PDF with a JPEG in it', 415, async (random) =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), await goodPicture(random, 'jpeg')]),
  ),
  hostileFile('a GIF that is a script', 415, () => Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;${SCRIPT}`)),
];

function withWebpSize(webp: Buffer, more: number): Buffer {
  webp.writeUInt32LE(webp.length - 8 + more, 4);
  return webp;
}

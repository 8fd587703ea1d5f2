import { expect, it } from 'vitest';
import { animatedWebp, animatePng, noiseJpeg, plainPicture, pngHeader } from '#tests/support/pictures.ts';
import { encodeWebp } from './encode-picture.ts';
import { NotAPicture } from './image-host.ts';

const size = { width: 60, height: 40 };
const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.8));

it.each([
  ['nothing', 'other_type', async () => Buffer.alloc(0)],
  ['a web page', 'other_type', async () => Buffer.from('<!doctype html><title>Not a picture</title>')],
  [
    'an SVG',
    'other_type',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['a GIF', 'other_type', () => plainPicture(size).gif().toBuffer()],
  ['a TIFF', 'other_type', () => plainPicture(size).tiff().toBuffer()],
  ['a GIF that begins like a JPEG', 'damaged', async () => Buffer.from('\xff\xd8\xffGIF89a', 'latin1')],
  ['an animated WebP', 'animated', animatedWebp],
  ['an animated PNG', 'animated', async () => animatePng(await plainPicture(size).png().toBuffer())],
  ['a JPEG cut short', 'damaged', async () => cut(await noiseJpeg(size))],
  ['a PNG cut short', 'damaged', async () => cut(await plainPicture(size).png().toBuffer())],
  ['a WebP cut short', 'damaged', async () => cut(await plainPicture(size).webp().toBuffer())],
  ['an AVIF cut short', 'damaged', async () => cut(await plainPicture(size).avif().toBuffer())],
  ['a PNG without pixels', 'damaged', async () => pngHeader(size)],
  ['60 megapixels', 'too_many_pixels', async () => pngHeader({ width: 10_000, height: 6_000 })],
  [
    'more pixels than fit a number of 32 bits',
    'too_many_pixels',
    async () => pngHeader({ width: 90_000, height: 90_000 }),
  ],
])('refuses %s', async (_what, reason, make) => {
  const refusal = await encodeWebp(await make()).catch((error) => error);
  expect(refusal).toBeInstanceOf(NotAPicture);
  expect(refusal).toMatchObject({ reason });
});

import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  announcingMovie,
  announcingPictures,
  mediaBox,
  samsungTrailer,
} from '#tests/support/picture-parts.ts';
import { noiseJpeg, plainPicture, pngChunk } from '#tests/support/pictures.ts';
import { checkStructure, type PictureType } from './check-structure.ts';
import { NotAPicture } from './image-host.ts';

const size = { width: 60, height: 40 };
const jpeg = await noiseJpeg(size);
const gainMap = await plainPicture({ width: 15, height: 10 }).jpeg().toBuffer();
const movie = Buffer.concat([
  mediaBox('ftyp', Buffer.from('isom\0\0\0\0isom')),
  mediaBox('moov', Buffer.alloc(90)),
  mediaBox('mdat', Buffer.alloc(900, 7)),
]);
const utcBlock = Buffer.from('\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1732212000000', 'latin1');
const samsung = samsungTrailer(utcBlock);

function reasonFor(bytes: Buffer, type: PictureType): string {
  try {
    checkStructure(bytes, type);
    return 'taken';
  } catch (error) {
    if (error instanceof NotAPicture) return error.reason;
    throw error;
  }
}

describe('what cameras produce', () => {
  it.each([
    ['a plain JPEG', [jpeg]],
    ['zeros behind it', [jpeg, Buffer.alloc(512)]],
    ['a gain map behind it', [announcingPictures(jpeg), gainMap]],
    ['two more pictures, apart by zeros', [announcingPictures(jpeg), gainMap, Buffer.alloc(8), gainMap]],
    ['a motion photo', [announcingMovie(jpeg), movie]],
    ['a motion photo with zeros between', [announcingMovie(jpeg), Buffer.alloc(99), movie]],
    ['a motion photo with a gain map', [announcingMovie(announcingPictures(jpeg)), gainMap, movie]],
    ['Samsung’s trailer', [jpeg, samsung]],
    ['a gain map and Samsung’s trailer', [announcingPictures(jpeg), gainMap, samsung]],
    ['a motion photo with Samsung’s trailer', [announcingMovie(jpeg), movie, samsung]],
  ])('is taken: %s', (_what, parts) => {
    expect(reasonFor(Buffer.concat(parts), 'jpeg')).toBe('taken');
  });

  it.each(['png', 'webp', 'avif'] as const)('is taken: %s', async (format) => {
    expect(reasonFor(await plainPicture(size)[format]().toBuffer(), format)).toBe('taken');
    const described = await plainPicture(size)
      .withExif({ IFD0: { Make: 'Camera' } })
      .keepIccProfile();
    expect(reasonFor(await described[format]().toBuffer(), format)).toBe('taken');
  });

  it('is accepted: a progressive JPEG, one with restarts, one with a profile', async () => {
    const whole = plainPicture({ width: 400, height: 300 });
    expect(reasonFor(await whole.clone().jpeg({ progressive: true }).toBuffer(), 'jpeg')).toBe('taken');
    expect(reasonFor(await whole.clone().withIccProfile('p3').jpeg().toBuffer(), 'jpeg')).toBe('taken');
  });
});

describe('a file that holds more than a picture', () => {
  it.each([
    ['a gain map that is not announced', [jpeg, gainMap]],
    ['a movie that is not announced', [jpeg, movie]],
    ['boxes that are no movie', [announcingMovie(jpeg), mediaBox('mdat', Buffer.alloc(99))]],
    ['something behind Samsung’s trailer', [jpeg, samsung, Buffer.from('more')]],
    ['zeros that end in something else', [jpeg, Buffer.alloc(512), Buffer.from('x')]],
  ])('is refused: %s', (_what, parts) => {
    expect(reasonFor(Buffer.concat(parts), 'jpeg')).toBe('extra');
  });

  it('is refused: a WebP with zeros after it, and an AVIF whose last box has no end', async () => {
    const webp = await plainPicture(size).webp().toBuffer();
    expect(reasonFor(Buffer.concat([webp, Buffer.alloc(2)]), 'webp')).toBe('extra');
    const avif = await plainPicture(size).avif().toBuffer();
    const endless = Buffer.concat([avif, mediaBox('free', Buffer.alloc(9))]);
    endless.writeUInt32BE(0, avif.length);
    expect(reasonFor(endless, 'avif')).toBe('extra');
  });
});

describe('what a PNG’s profile and texts unfold to', () => {
  const text = (bytes: number, keyword = 'Comment') =>
    Buffer.concat([Buffer.from(`${keyword}\0\0`, 'latin1'), deflateSync(Buffer.alloc(bytes, 'x'))]);
  const withChunks = async (name: string, contents: Buffer[]) => {
    const png = await plainPicture(size).png().toBuffer();
    const chunks = contents.map((content) => pngChunk(name, content));
    return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
  };
  const MEGABYTE = 1024 * 1024;

  it('is counted together', async () => {
    const three = await withChunks('zTXt', Array(3).fill(text(MEGABYTE)));
    expect(reasonFor(three, 'png')).toBe('taken');
    expect(reasonFor(await withChunks('zTXt', Array(5).fill(text(MEGABYTE))), 'png')).toBe('extra');
    expect(reasonFor(await withChunks('zTXt', [text(5 * MEGABYTE)]), 'png')).toBe('extra');
  });

  it('counts as the most it can be where a stream breaks off', async () => {
    const broken = text(MEGABYTE).subarray(0, -4);
    expect(reasonFor(await withChunks('iCCP', [broken]), 'png')).toBe('taken');
    expect(reasonFor(await withChunks('iCCP', Array(5).fill(broken)), 'png')).toBe('extra');
  });

  it('is nothing for a text that is not compressed', async () => {
    const plain = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), Buffer.alloc(20_000, 'x')]);
    expect(reasonFor(await withChunks('iTXt', Array(3).fill(plain)), 'png')).toBe('taken');
  });
});

it('treats a truncated byte stream as damaged at every length', async () => {
  const pictures = {
    jpeg,
    png: await plainPicture(size).png().toBuffer(),
    webp: await plainPicture(size).webp().toBuffer(),
  };
  for (const [type, whole] of Object.entries(pictures)) {
    for (let length = 16; length < whole.length; length += 1) {
      const reason = reasonFor(whole.subarray(0, length), type as keyof typeof pictures);
      expect(reason, `${type} of ${length} bytes`).toBe('damaged');
    }
  }
});

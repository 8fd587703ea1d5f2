import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutOut, noiseJpeg, phoneJpeg, plainPicture } from '#tests/support/pictures.ts';
import { createDiskImageHost } from './disk-image-host.ts';
import type { ImageHost } from './image-host.ts';
import { createPictureEncoder, type PictureEncoder } from './picture-encoder.ts';

const encoder = createPictureEncoder();
let dataDir: string;
let host: ImageHost;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'toolyard-pictures-'));
  host = createDiskImageHost({ dataDir, encoder });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** The files of a `srcset`, with the width declared for each. */
function filesOf(srcset: string): { name: string; width: number }[] {
  return srcset.split(', ').map((candidate) => {
    const [url = '', width = ''] = candidate.split(' ');
    return { name: url.replace('/pictures/', ''), width: Number.parseInt(width, 10) };
  });
}

async function readPicture(name: string): Promise<Buffer> {
  const file = await host.read(name);
  if (!file) throw new Error(`no file ${name}`);
  return file.bytes;
}

async function storedFiles(): Promise<string[]> {
  return readdir(join(dataDir, 'pictures')).catch(() => []);
}

describe('storing', () => {
  it('stores three widths, each as declared in the srcset', async () => {
    const picture = await host.store(await plainPicture({ width: 2000, height: 1500 }).jpeg().toBuffer());
    const files = filesOf(picture.webp);
    expect(files.map(({ width }) => width)).toEqual([400, 800, 1600]);
    for (const { name, width } of files) {
      expect(await sharp(await readPicture(name)).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: width * 0.75,
        space: 'srgb',
      });
    }
    expect(picture).toMatchObject({ width: 1600, height: 1200 });
    expect(picture.url).toMatch(/^\/pictures\/[0-9a-f]{32}-800\.webp$/);
  });

  it.each([
    { original: 300, kept: [300], main: 300 },
    { original: 400, kept: [400], main: 400 },
    { original: 900, kept: [400, 800, 900], main: 800 },
  ])('does not enlarge a picture $original pixels wide', async ({ original, kept, main }) => {
    const picture = await host.store(await plainPicture({ width: original, height: 100 }).png().toBuffer());
    expect(filesOf(picture.webp).map(({ width }) => width)).toEqual(kept);
    expect(picture.width).toBe(original);
    expect(picture.url).toContain(`-${main}.webp`);
  });

  it('narrows a very tall picture, so that no file is taller than two widths', async () => {
    const picture = await host.store(await plainPicture({ width: 100, height: 20_000 }).png().toBuffer());
    expect(picture).toMatchObject({ width: 16, height: 3200 });
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('takes %s', async (format) => {
    const picture = await host.store(await plainPicture({ width: 40, height: 30 })[format]().toBuffer());
    expect(picture).toMatchObject({ width: 40, height: 30 });
  });

  it('turns a phone picture upright and drops its location', async () => {
    const original = await phoneJpeg({ width: 1200, height: 900 });
    expect(original.includes('SecretPhone')).toBe(true);
    const picture = await host.store(original);
    expect(picture).toMatchObject({ width: 900, height: 1200 });
    for (const { name } of filesOf(picture.webp)) {
      const bytes = await readPicture(name);
      expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
      expect(bytes.includes('SecretPhone')).toBe(false);
    }
  });

  it('keeps a cut-out transparent in both formats, with equally soft edges', async () => {
    const picture = await host.store(await cutOut({ width: 1000, height: 500 }));
    expect(picture.colour).toBe('transparent');
    const avif = String(await host.makeAvif(picture.url));
    for (const { name, width } of [...filesOf(picture.webp), ...filesOf(avif)]) {
      const pixels = sharp(await readPicture(name)).ensureAlpha();
      const { data } = await pixels.raw().toBuffer({ resolveWithObject: true });
      const [outside = [], half = [], inside = []] = [0.05, 0.35, 0.75].map((x) => {
        const at = 4 * (Math.floor(width / 4) * width + Math.floor(width * x));
        return [...data.subarray(at, at + 4)];
      });
      expect(outside[3], name).toBe(0);
      expect(Math.abs((half[3] ?? 0) - 128), name).toBeLessThan(8);
      expect(inside[3], name).toBe(255);
      expect(Math.abs((inside[0] ?? 0) - 0xc0), name).toBeLessThan(12);
    }
  });

  it('drops the alpha of an opaque picture, and blanks an invisible one', async () => {
    const opaque = await host.store(
      await plainPicture({ width: 30, height: 20 }).ensureAlpha().png().toBuffer(),
    );
    expect(opaque.colour).toBe('#c02020');
    const hidden = await host.store(
      await plainPicture({ width: 30, height: 20 }).ensureAlpha(0).png().toBuffer(),
    );
    expect(hidden.colour).toBe('transparent');
    const [ofOpaque] = filesOf(opaque.webp);
    expect((await sharp(await readPicture(ofOpaque?.name ?? '')).metadata()).hasAlpha).toBe(false);
    const [ofHidden] = filesOf(hidden.webp);
    const { channels } = await sharp(await readPicture(ofHidden?.name ?? '')).stats();
    expect(channels.map(({ max }) => max)).toEqual([0, 0, 0, 0]);
  });

  it('takes the edge colour of a picture with holes from its visible part', async () => {
    const hole = { width: 40, height: 40, channels: 4 as const, background: '#000' };
    const picture = plainPicture({ width: 100, height: 80 }, '#eeece6')
      .ensureAlpha()
      .composite([{ input: { create: hole }, left: 0, top: 0, blend: 'dest-out' }]);
    expect((await host.store(await picture.png().toBuffer())).colour).toBe('#eeece6');
  });

  it.each(['b-w', 'rgb16', 'cmyk'] as const)('brings %s to sRGB', async (space) => {
    const grey = plainPicture({ width: 30, height: 30 }, '#808080').toColourspace(space);
    const picture = await host.store(await (space === 'cmyk' ? grey.jpeg() : grey.png()).toBuffer());
    const [file] = filesOf(picture.webp);
    const bytes = await readPicture(file?.name ?? '');
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
    for (const { mean } of (await sharp(bytes).stats()).channels) {
      expect(mean).toBeGreaterThan(110);
      expect(mean).toBeLessThan(146);
    }
  });

  it('returns the colour of the edge, not of the inside', async () => {
    const inside = await plainPicture({ width: 60, height: 40 }, '#000000').png().toBuffer();
    const original = plainPicture({ width: 100, height: 80 }, '#eeece6').composite([{ input: inside }]);
    expect((await host.store(await original.png().toBuffer())).colour).toBe('#eeece6');
  });

  it('gives the same bytes the same address, at the same time and later', async () => {
    const bytes = await noiseJpeg({ width: 50, height: 40 });
    const [one, two] = await Promise.all([host.store(bytes), host.store(bytes)]);
    expect(two).toEqual(one);
    expect(await createDiskImageHost({ dataDir, encoder }).store(bytes)).toEqual(one);
    expect(await host.store(await noiseJpeg({ width: 50, height: 40 }))).not.toEqual(one);
  });

  it('encodes a picture only once', async () => {
    let encoded = 0;
    const encodeWebp: PictureEncoder['encodeWebp'] = (bytes) => {
      encoded += 1;
      return encoder.encodeWebp(bytes);
    };
    const watchedHost = createDiskImageHost({ dataDir, encoder: { ...encoder, encodeWebp } });
    const pictures = await Promise.all([20, 30].map((width) => noiseJpeg({ width, height: 20 })));
    await Promise.all(pictures.map(watchedHost.store));
    await Promise.all(pictures.map(watchedHost.store));
    expect(encoded).toBe(2);
  });

  it('rewrites the files when a killed store left only some of them', async () => {
    const bytes = await noiseJpeg({ width: 900, height: 40 });
    const picture = await host.store(bytes);
    const names = filesOf(picture.webp).map(({ name }) => name);
    const record = names[0]?.replace(/-\d+\.webp$/, '.json') ?? '';
    await rm(join(dataDir, 'pictures', record));
    await rm(join(dataDir, 'pictures', names[2] ?? ''));
    await writeFile(join(dataDir, 'pictures', names[0] ?? ''), 'half');
    expect(await host.store(bytes)).toEqual(picture);
    for (const name of names) expect((await sharp(await readPicture(name)).metadata()).format).toBe('webp');
  });

  it('leaves no temporary file behind', async () => {
    await host.store(await noiseJpeg({ width: 50, height: 40 }));
    expect((await storedFiles()).map((name) => name.replace(/^[0-9a-f]{32}/, '')).sort()).toEqual([
      '-50.webp',
      '.json',
    ]);
  });
});

describe('refusing', () => {
  it('leaves nothing behind, and accepts the next picture', async () => {
    await Promise.allSettled([1, 2, 3, 4].map((byte) => host.store(Buffer.from([byte]))));
    expect(await storedFiles()).toEqual([]);
    await expect(host.store(await noiseJpeg({ width: 60, height: 40 }))).resolves.toMatchObject({
      width: 60,
    });
  });
});

describe('AVIF', () => {
  it('is made in the widths of the WebP, as the same picture', async () => {
    const picture = await host.store(await plainPicture({ width: 900, height: 600 }).jpeg().toBuffer());
    const files = filesOf((await host.makeAvif(picture.url)) ?? '');
    expect(files.map(({ width }) => width)).toEqual([400, 800, 900]);
    for (const { name, width } of files) {
      const bytes = await readPicture(name);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width });
      const [red, green] = (await sharp(bytes).stats()).channels;
      expect(red?.mean).toBeGreaterThan(170);
      expect(green?.mean).toBeLessThan(60);
    }
  });

  it('is identical when it is made again', async () => {
    const { url } = await host.store(await noiseJpeg({ width: 50, height: 40 }));
    expect(await host.makeAvif(url)).toBe(await host.makeAvif(url));
  });

  it.each([
    `/pictures/${'0'.repeat(32)}-800.webp`,
    '/pictures/../secret',
    'https://elsewhere.example/x.webp',
  ])('is not created from %s', async (url) => {
    await expect(host.makeAvif(url)).rejects.toThrow('No picture');
  });
});

describe('reading', () => {
  it('detects the type of a file', async () => {
    const { url } = await host.store(await noiseJpeg({ width: 50, height: 40 }));
    const name = url.replace('/pictures/', '');
    expect(await host.read(name)).toEqual({
      type: 'image/webp',
      bytes: await readFile(join(dataDir, 'pictures', name)),
    });
  });

  it('finds only pictures', async () => {
    await writeFile(join(dataDir, 'secret'), 'key');
    const { url } = await host.store(await noiseJpeg({ width: 50, height: 40 }));
    const record = url.replace('/pictures/', '').replace(/-\d+\.webp$/, '.json');
    const names = ['../secret', record, '', '.', '..', `${'0'.repeat(32)}-800.webp`, 'a'.repeat(300)];
    for (const name of names) expect(await host.read(name)).toBeUndefined();
  });
});

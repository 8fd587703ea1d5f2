/** @module-tag sweep */
import { mkdtemp, readdir, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDiskImageHost, createDiskPictureFiles } from '#platform/images/disk-image-host.ts';
import { type ImageHost, ImageHostUnavailable, NotAPicture } from '#platform/images/image-host.ts';
import { createImgbbImageHost } from '#platform/images/imgbb-image-host.ts';
import { createPictureEncoder } from '#platform/images/picture-encoder.ts';
import { createS3ImageHost } from '#platform/images/s3-image-host.ts';
import { IMGBB_KEY, startImgbbServer } from '#tests/support/imgbb-server.ts';
import { noiseJpeg, plainPicture } from '#tests/support/pictures.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { startTestShop } from '#tests/support/test-shop.ts';

/** A picture host on a fresh store, with what a browser gets and what is stored. */
type Stand = {
  /** Opens the host, again as another process of the shop would. `dataDir` is where pictures were stored
   * before. */
  open(dataDir: string): Promise<ImageHost>;
  /** What a browser gets at an address. */
  fetch(host: ImageHost, address: string): Promise<Buffer>;
  /** Everything that is stored. */
  kept(): Promise<string[]>;
  /** Makes the store unreachable; `back` restores it. */
  away(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
};

const encoder = createPictureEncoder();

async function readFromShop(host: ImageHost, address: string): Promise<Buffer> {
  const file = await host.read(address.replace('/pictures/', ''));
  if (!file) throw new Error(`the shop serves nothing at ${address}`);
  return file.bytes;
}

async function diskStand(): Promise<Stand> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-host-'));
  const folder = join(dataDir, 'pictures');
  return {
    open: async () => createDiskImageHost({ dataDir, encoder }),
    fetch: readFromShop,
    kept: () => readdir(folder).catch(() => []),
    // Not even root can create files there.
    away: () => symlink('/sys', folder),
    back: () => unlink(folder),
    stop: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function s3Stand(publicUrl?: string): Promise<Stand> {
  const server = await startS3Server();
  return {
    open: (dataDir) => {
      const earlierFiles = createDiskPictureFiles(join(dataDir, 'pictures'));
      return createS3ImageHost({ ...server.settings, publicUrl }, { encoder, earlierFiles });
    },
    async fetch(host, address) {
      if (!publicUrl || !address.startsWith(publicUrl)) return readFromShop(host, address);
      const object = server.read(address.replace(`${publicUrl}/`, ''));
      if (!object) throw new Error(`the bucket has nothing at ${address}`);
      return object.bytes;
    },
    kept: async () => server.names(),
    away: async () => server.behave(() => 'down'),
    back: async () => server.behave(() => undefined),
    stop: () => server.stop(),
  };
}

async function imgbbStand(): Promise<Stand> {
  const server = await startImgbbServer();
  const t = await startTestShop();
  return {
    open: async (dataDir) =>
      createImgbbImageHost(
        { key: IMGBB_KEY },
        { db: t.shop.db, encoder, api: server.api, earlierHost: createDiskImageHost({ dataDir, encoder }) },
      ),
    async fetch(host, address) {
      return server.pictures.get(address) ?? readFromShop(host, address);
    },
    kept: async () => [...server.pictures.keys()],
    away: async () => server.behave(() => ({ status: 503, body: '' })),
    back: async () => server.behave(() => undefined),
    async stop() {
      await t.stop();
      await server.stop();
    },
  };
}

describe.each([
  { name: 'the disk', start: diskStand, address: /^\/pictures\/[0-9a-f]{32}-800\.webp$/ },
  { name: 'S3 through the shop', start: () => s3Stand(), address: /^\/pictures\/[0-9a-f]{32}-800\.webp$/ },
  {
    name: 'S3 with an address of its own',
    start: () => s3Stand('https://pictures.shop.example'),
    address: /^https:\/\/pictures\.shop\.example\/pictures\/[0-9a-f]{32}-800\.webp$/,
    source: 'https://pictures.shop.example',
  },
  {
    name: 'imgbb',
    start: imgbbStand,
    address: /^https:\/\/i\.ibb\.co\/pic\d\/[0-9a-f]{32}-800\.webp$/,
    source: 'https://*.ibb.co',
  },
])('$name', ({ name, start, address, source }) => {
  let stand: Stand;
  let earlierDir: string;
  let host: ImageHost;
  beforeAll(async () => {
    earlierDir = await mkdtemp(join(tmpdir(), 'toolyard-earlier-'));
    stand = await start();
    host = await stand.open(earlierDir);
  });
  afterAll(async () => {
    await stand?.stop();
    await rm(earlierDir, { recursive: true, force: true });
  });

  /** The formats and widths that a browser gets from a `srcset`, with the declared ones. */
  async function look(srcset: string) {
    const seen = srcset.split(', ').map(async (candidate) => {
      const [url = '', announced] = candidate.split(' ');
      const { format, width } = await sharp(await stand.fetch(host, url)).metadata();
      return { url, announced, format, width: `${width}w` };
    });
    return Promise.all(seen);
  }

  it('stores three sizes, each as declared in the srcset', async () => {
    const picture = await host.store(await plainPicture({ width: 2000, height: 1500 }).jpeg().toBuffer());
    expect(picture).toMatchObject({ width: 1600, height: 1200, colour: '#c02020' });
    expect(picture.url).toMatch(address);
    const sizes = await look(picture.webp);
    expect(sizes.map(({ announced }) => announced)).toEqual(['400w', '800w', '1600w']);
    for (const { format, width, announced } of sizes)
      expect({ format, width }).toEqual({ format: 'webp', width: announced });
    expect(sizes.map(({ url }) => url)).toContain(picture.url);
  });

  it('tells whether a file is there, unless nobody can be asked', async () => {
    const { url } = await host.store(await noiseJpeg({ width: 60, height: 40 }));
    expect(await host.has(url)).toBe(name === 'imgbb' ? undefined : true);
    expect(await host.has(`/pictures/${'0'.repeat(32)}-800.webp`)).toBe(false);
    expect(await host.has('https://elsewhere.example/hammer.webp')).toBeUndefined();
  });

  it('reports whether it works', async () => {
    expect(await host.check()).toBe(
      name === 'imgbb'
        ? 'the key is set; imgbb tells only by the first picture whether it takes it'
        : 'a file was written and read',
    );
  });

  it('names its picture source for the content policy, unless it is the shop', () => {
    expect(host.pageSources.pictures).toEqual(source && [source]);
  });

  it('gives equal bytes one address, concurrently and across processes, and stores them once', async () => {
    const bytes = await noiseJpeg({ width: 50, height: 40 });
    const first = await host.store(bytes);
    const kept = await stand.kept();
    expect(await Promise.all([host.store(bytes), host.store(bytes)])).toEqual([first, first]);
    expect(await (await stand.open(earlierDir)).store(bytes)).toEqual(first);
    expect(await stand.kept()).toEqual(kept);
    expect(await host.store(await noiseJpeg({ width: 50, height: 40 }))).not.toEqual(first);

    const together = await noiseJpeg({ width: 50, height: 40 });
    const [one, two] = await Promise.all([host.store(together), host.store(together)]);
    expect(two).toEqual(one);
  });

  it('makes AVIF of the same widths, or none', async () => {
    const { url } = await host.store(await noiseJpeg({ width: 900, height: 60 }));
    const srcset = await host.makeAvif(url);
    if (name === 'imgbb') return expect(srcset).toBeUndefined();
    const sizes = await look(srcset ?? '');
    expect(sizes.map(({ announced }) => announced)).toEqual(['400w', '800w', '900w']);
    for (const { format, width, announced } of sizes)
      expect({ format, width }).toEqual({ format: 'heif', width: announced });
    expect(await host.makeAvif(url)).toBe(srcset);
  });

  it('stores nothing of a file that is not a picture', async () => {
    const before = await stand.kept();
    await expect(host.store(Buffer.from('<!doctype html>'))).rejects.toBeInstanceOf(NotAPicture);
    expect(await stand.kept()).toEqual(before);
  });

  it('finds only files of pictures', async () => {
    await host.store(await noiseJpeg({ width: 50, height: 40 }));
    const names = [
      '../secret',
      `${'0'.repeat(32)}.json`,
      '',
      '.',
      '..',
      `${'0'.repeat(32)}-800.webp`,
      'a'.repeat(300),
    ];
    for (const file of names) expect(await host.read(file), file).toBeUndefined();
  });
});

describe.each([
  { name: 'S3 through the shop', start: () => s3Stand() },
  { name: 'S3 with an address of its own', start: () => s3Stand('https://pictures.shop.example') },
  { name: 'imgbb', start: imgbbStand },
])('$name, after the disk', ({ start }) => {
  it('still shows pictures stored on disk before, and makes their AVIF', async () => {
    const earlierDir = await mkdtemp(join(tmpdir(), 'toolyard-earlier-'));
    const earlier = createDiskImageHost({ dataDir: earlierDir, encoder });
    const { url, webp } = await earlier.store(await noiseJpeg({ width: 450, height: 60 }));
    const stand = await start();
    const host = await stand.open(earlierDir);
    const avif = await host.makeAvif(url);
    expect(avif).toMatch(
      /^\/pictures\/[0-9a-f]{32}-400\.avif 400w, \/pictures\/[0-9a-f]{32}-450\.avif 450w$/,
    );
    for (const candidate of `${webp}, ${avif}`.split(', ')) {
      const [path = '', announced] = candidate.split(' ');
      const { width } = await sharp(await readFromShop(host, path)).metadata();
      expect(`${width}w`).toBe(announced);
    }
    await stand.stop();
    await rm(earlierDir, { recursive: true, force: true });
  });
});

describe.each([
  { name: 'the disk', start: diskStand },
  { name: 'S3', start: () => s3Stand() },
  { name: 'imgbb', start: imgbbStand },
])('$name, unreachable', ({ start }) => {
  let stand: Stand;
  afterEach(() => stand?.stop());

  it('stores nothing while unavailable, reports it, and accepts the same picture afterwards', async () => {
    stand = await start();
    const host = await stand.open('/nowhere');
    const bytes = await noiseJpeg({ width: 900, height: 60 });
    await stand.away();
    await expect(host.store(bytes)).rejects.toBeInstanceOf(ImageHostUnavailable);
    await stand.back();
    expect(await stand.kept()).toEqual([]);
    const { webp } = await host.store(bytes);
    for (const candidate of webp.split(', ')) {
      expect(await stand.fetch(host, candidate.split(' ')[0] ?? '')).toBeInstanceOf(Buffer);
    }
  });
});

/** @module-tag sweep */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '#features/catalogue/contract.ts';
import { createDiskImageHost } from '#platform/images/disk-image-host.ts';
import { createImgbbImageHost } from '#platform/images/imgbb-image-host.ts';
import { createPictureEncoder } from '#platform/images/picture-encoder.ts';
import { createLog } from '#platform/log.ts';
import { IMGBB_KEY, type ImgbbServer, startImgbbServer } from '#tests/support/imgbb-server.ts';
import { noiseJpeg } from '#tests/support/pictures.ts';
import { S3_KEYS, type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';
import { keptPictures, upload } from '#tests/support/uploads.ts';

const { accessKeyId: KEY, secretAccessKey: SECRET_KEY } = S3_KEYS;

const photograph = () => noiseJpeg({ width: 900, height: 600 });

const cannotKeep = {
  status: 503,
  retryAfter: '30',
  body: {
    error: {
      code: 'unavailable',
      message: 'Pictures can’t be saved right now. Please try again later.',
      field: 'image',
      requestId: expect.any(String),
    },
  },
};

/** A shop with an admin, and its log output. */
async function createContext(environment: Record<string, string>) {
  const t = await startTestShop({ SHOP_RATE_LIMIT: 'off', ...environment });
  const admin = await t.makeUser({ role: 'admin' });
  const log: string[] = [];
  t.shop.log = createLog('debug', { write: (line: string) => void log.push(line) });
  return { t, admin, log };
}

const addTool = (t: TestShop, { token }: TestUser, img: string) =>
  t.call<{ insertedId: string }>('POST', '/tool', {
    token,
    body: { name: 'Saw', description: 'Cuts.', min_order_quantity: 1, available_quantity: 5, price: 9, img },
  });

/** Every trace of pictures in the shop, including what it knows of imgbb's. */
async function traces({ shop }: TestShop) {
  const uploaded = await shop.db.selectFrom('imgbb_pictures').select('hash').orderBy('hash').execute();
  return { ...(await keptPictures(shop)), uploaded };
}

describe('a shop with pictures in S3', () => {
  let server: S3Server;
  let t: TestShop;
  let admin: TestUser;
  let log: string[];
  beforeAll(async () => {
    server = await startS3Server();
    const { bucket, region, endpoint = '' } = server.settings;
    ({ t, admin, log } = await createContext({
      IMAGE_HOST: 's3',
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: SECRET_KEY,
    }));
  });
  afterEach(() => server.behave(() => undefined));
  afterAll(async () => {
    await t?.stop();
    await server?.stop();
  });

  it('shows an upload in its tool, and its AVIF once that is made', async () => {
    const { status, body } = await upload(t, [{ bytes: await photograph() }], { token: admin.token });
    expect(status).toBe(200);
    const added = await addTool(t, admin, body.data.url);
    await t.runJobs();
    const { picture } = (await t.call<Tool>('GET', `/tool/${added.body.insertedId}`)).body;
    for (const [srcset = '', type] of [
      [picture?.webp, 'image/webp'],
      [picture?.avif ?? '', 'image/avif'],
    ]) {
      expect(srcset.split(', ')).toHaveLength(3);
      for (const candidate of srcset.split(', ')) {
        const [path = '', announced] = candidate.split(' ');
        const reply = await fetch(t.url + path);
        expect(reply.headers.get('content-type')).toBe(type);
        expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        const { width } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
        expect(`${width}w`).toBe(announced);
      }
    }
    expect((await traces(t)).files).toEqual([]);
  });

  it('stores nothing while S3 is down, and accepts the same upload under the same key later', async () => {
    const bytes = await photograph();
    const send = () => upload(t, [{ bytes }], { token: admin.token, key: 'again' });
    const before = await traces(t);
    server.behave(() => 'down');
    expect(await send()).toEqual(cannotKeep);
    server.behave((method, key) => (method === 'PUT' && key.endsWith('.json') ? 'denied' : undefined));
    expect(await send()).toEqual(cannotKeep);
    expect(await traces(t)).toEqual(before);
    server.behave(() => undefined);
    expect((await send()).status).toBe(200);
  });

  it('reports that a picture cannot be fetched while S3 is down, and forbids caching that', async () => {
    const { body } = await upload(t, [{ bytes: await photograph() }], { token: admin.token });
    server.behave(() => 'down');
    const reply = await t.call('GET', body.data.url);
    expect(reply).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: 'The picture can’t be loaded right now' } },
    });
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(reply.headers.get('cache-control')).not.toContain('immutable');
    server.behave(() => undefined);
    expect((await t.call('GET', body.data.url)).status).toBe(200);
    expect((await t.call('GET', `/pictures/${'0'.repeat(32)}-800.webp`)).status).toBe(404);
    expect(log.join()).toContain('a picture could not be read');
  });
});

it('limits how many files a client can have looked up in S3', async () => {
  const server = await startS3Server();
  const { bucket, region, endpoint = '' } = server.settings;
  const t = await startTestShop({
    IMAGE_HOST: 's3',
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: KEY,
    S3_SECRET_ACCESS_KEY: SECRET_KEY,
    SHOP_RATE_LIMIT: 'reads=5/1m',
  });
  let asked = 0;
  server.behave(() => {
    asked += 1;
    return undefined;
  });
  const statuses: number[] = [];
  for (let file = 0; file < 8; file += 1) {
    const name = `${String(file).repeat(32)}-800.webp`;
    statuses.push((await t.call('GET', `/pictures/${name}`)).status);
  }
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
  expect(asked).toBe(5);
  await t.stop();
  await server.stop();
});

describe('a shop with pictures at imgbb', () => {
  let server: ImgbbServer;
  let t: TestShop;
  let admin: TestUser;
  let log: string[];
  beforeAll(async () => {
    server = await startImgbbServer();
    ({ t, admin, log } = await createContext({ IMAGE_HOST: 'imgbb', IMGBB_API_KEY: IMGBB_KEY }));
    expect(t.shop.imageHost.kind).toBe('imgbb');
    const { db, config } = t.shop;
    const encoder = createPictureEncoder();
    t.shop.imageHost = createImgbbImageHost(
      { key: IMGBB_KEY },
      {
        db,
        encoder,
        api: server.api,
        earlierHost: createDiskImageHost({ dataDir: config.dataDir, encoder }),
      },
    );
  });
  afterEach(() => server.behave(() => undefined));
  afterAll(async () => {
    await t?.stop();
    await server?.stop();
  });

  it('shows an upload in its tool by the addresses that imgbb returned', async () => {
    const { status, body } = await upload(t, [{ bytes: await photograph() }], { token: admin.token });
    expect(status).toBe(200);
    const added = await addTool(t, admin, body.data.url);
    await t.runJobs();
    const { body: tool } = await t.call<Tool>('GET', `/tool/${added.body.insertedId}`);
    expect(tool).toMatchObject({ img: body.data.url, picture: { width: 900, height: 600, avif: null } });
    const addresses = tool.picture?.webp.split(', ').map((candidate) => candidate.split(' ')[0] ?? '') ?? [];
    expect(addresses).toHaveLength(3);
    for (const address of addresses) expect(server.pictures.has(address)).toBe(true);
    expect(addresses).toContain(tool.img);
  });

  it('accepts no address that imgbb did not return', async () => {
    const { body } = await upload(t, [{ bytes: await photograph() }], { token: admin.token });
    const smallest = [...server.pictures.keys()].at(-3) ?? '';
    for (const img of ['https://i.ibb.co/abc/other.webp', smallest, `${body.data.url}?x`]) {
      expect(await addTool(t, admin, img)).toMatchObject({ status: 400, body: { error: { field: 'img' } } });
    }
  });

  it('uploads the same picture once', async () => {
    const bytes = await photograph();
    const first = await upload(t, [{ bytes }], { token: admin.token });
    const uploads = server.pictures.size;
    expect(await upload(t, [{ bytes }], { token: admin.token })).toEqual(first);
    expect(server.pictures.size).toBe(uploads);
  });

  it.each([0, 1, 2])(
    'stores nothing if the upload of size %i fails, and accepts it on the next try',
    async (fails) => {
      const bytes = await photograph();
      const send = () => upload(t, [{ bytes }], { token: admin.token, key: `size ${fails}` });
      const before = await traces(t);
      server.behave((number) => (number === fails ? { status: 500, body: '{}' } : undefined));
      expect(await send()).toEqual(cannotKeep);
      expect(await traces(t)).toEqual(before);
      server.behave(() => undefined);
      expect((await send()).status).toBe(200);
    },
  );

  it('never reveals its key', async () => {
    server.behave(() => ({
      status: 400,
      body: JSON.stringify({ error: { message: `No such key: ${IMGBB_KEY}` } }),
    }));
    const refused = await upload(t, [{ bytes: await photograph() }], { token: admin.token });
    const told = [JSON.stringify(refused)];
    for (const path of ['/settings', '/openapi.json', '/tool']) {
      told.push(JSON.stringify((await t.call('GET', path, { token: admin.token })).body));
    }
    expect(log.join()).toContain('imgbb answered 400: No such key: …');
    expect(`${told}${log}`).not.toContain(IMGBB_KEY);
  });
});

import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import { noiseJpeg, phoneJpeg, plainPicture, pngHeader } from '#tests/support/pictures.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { keptPictures, type UploadedPart, upload as uploadAs } from '#tests/support/uploads.ts';

const t = setUpShop();
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const user = setUp(() => t.makeUser());

type Options = { token?: string | undefined; fields?: Record<string, string> };

function upload(parts: UploadedPart[], options: Options = {}) {
  return uploadAs(t, parts, { token: admin.token, ...options });
}

/** Sends a body unchanged. */
async function sendRaw(type: string | undefined, body: string | undefined) {
  const headers = { authorization: `Bearer ${admin.token}`, ...(type && { 'content-type': type }) };
  const reply = await fetch(`${t.url}/image`, { method: 'POST', headers, ...(body && { body }) });
  return { status: reply.status, body: (await reply.json()) as ErrorReply };
}

const kept = () => keptPictures(t.shop);

describe('POST /image', () => {
  test('stores a picture that a tool can then show', async () => {
    const bytes = await phoneJpeg({ width: 2400, height: 1800 });
    const uploaded = await upload([{ bytes }], { fields: { key: 'the host’s key' } });
    expect(uploaded).toMatchObject({ status: 200, body: { success: true } });
    const { url } = uploaded.body.data;
    const added = await t.call<{ insertedId: string }>('POST', '/tool', {
      token: admin.token,
      body: {
        name: 'Hammer',
        description: 'Hits.',
        min_order_quantity: 1,
        available_quantity: 5,
        price: 9,
        img: url,
      },
    });
    const { body: tool } = await t.call<Tool>('GET', `/tool/${added.body.insertedId}`);
    expect(tool).toMatchObject({ img: url, picture: { width: 1600, height: 2133, avif: null } });
    for (const candidate of tool.picture?.webp.split(', ') ?? []) {
      const [path = '', width = ''] = candidate.split(' ');
      const reply = await fetch(t.url + path);
      expect(reply.headers.get('content-type')).toBe('image/webp');
      const { format, ...size } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
      expect({ format, width: `${size.width}w` }).toEqual({ format: 'webp', width });
    }
  });

  test('offers AVIF once it has been made', { tags: ['sweep'] }, async () => {
    const { body } = await upload([{ bytes: await noiseJpeg({ width: 900, height: 700 }) }]);
    await t.runJobs();
    const row = await t.shop.db
      .selectFrom('pictures')
      .select('avif_srcset')
      .where('url', '=', body.data.url)
      .executeTakeFirstOrThrow();
    const paths = row.avif_srcset?.split(', ').map((candidate) => candidate.split(' ')[0]) ?? [];
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const reply = await fetch(t.url + path);
      expect(reply.headers.get('content-type')).toBe('image/avif');
      expect(await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).toMatchObject({
        compression: 'av1',
      });
    }
  });

  test('gives the same picture the same address, and makes its AVIF once', async () => {
    const bytes = await noiseJpeg({ width: 60, height: 40 });
    const [one, two] = await Promise.all([upload([{ bytes }]), upload([{ bytes, name: 'again.jpg' }])]);
    expect(two).toEqual(one);
    await t.runJobs();
    expect(await upload([{ bytes }])).toEqual(one);
    const before = await kept();
    await t.runJobs();
    expect(await kept()).toEqual(before);
  });

  test('detects the type of a file by its content, not its name', async () => {
    const bytes = await plainPicture({ width: 50, height: 40 }).avif().toBuffer();
    expect((await upload([{ bytes, name: 'page.html' }])).status).toBe(200);
  });

  test.each([
    ['image/jpeg', 200],
    ['IMAGE/JPEG', 200],
    ['image/jpg', 200],
    ['application/octet-stream', 200],
    ['image/png', 415],
    ['text/html', 415],
    ['image/svg+xml', 415],
  ])('a JPEG declared as %s gets %i', async (type, expected) => {
    const before = await kept();
    const { status, body } = await upload([{ bytes: await noiseJpeg({ width: 60, height: 40 }), type }]);
    expect(status).toBe(expected);
    if (status === 200) return;
    expect(body.error).toMatchObject({
      field: 'image',
      message: `This file claims to be ${type} but is jpeg. Please save it again, then try again.`,
    });
    expect(await kept()).toEqual(before);
  });

  test('reports that a picture with appended data holds more than a picture', async () => {
    const before = await kept();
    const bytes = Buffer.concat([await noiseJpeg(size), Buffer.from('<script>alert(1)</script>')]);
    const { status, body } = await upload([{ bytes, type: 'image/jpeg' }]);
    expect(status).toBe(400);
    expect(body.error).toEqual({
      code: 'invalid_input',
      field: 'image',
      message: 'This file contains more than a picture. Please save it again as a picture, then try again.',
    });
    expect(await kept()).toEqual(before);
  });

  const size = { width: 60, height: 40 };
  test.each([
    ['a web page named .jpg', 415, async () => [{ bytes: Buffer.from('<!doctype html><script>1</script>') }]],
    ['an SVG', 415, async () => [{ bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }]],
    ['a GIF', 415, async () => [{ bytes: await plainPicture(size).gif().toBuffer() }]],
    ['a JPEG cut short', 400, async () => [{ bytes: (await noiseJpeg(size)).subarray(0, 900) }]],
    ['an empty file', 400, async () => [{ bytes: Buffer.alloc(0) }]],
    ['60 megapixels', 413, async () => [{ bytes: pngHeader({ width: 10_000, height: 6_000 }) }]],
    ['no file', 400, async () => []],
    ['another field', 400, async () => [{ field: 'picture', bytes: await noiseJpeg(size) }]],
    ['two files', 400, async () => [{ bytes: await noiseJpeg(size) }, { bytes: await noiseJpeg(size) }]],
    ['many files', 400, async () => Array.from({ length: 9 }, () => ({ bytes: Buffer.from('x') }))],
    ['a byte more than 10 MB', 413, async () => [{ bytes: Buffer.alloc(MAX_PICTURE_BYTES + 1, 0xff) }]],
    ['40 MB', 413, async () => [{ bytes: Buffer.alloc(4 * MAX_PICTURE_BYTES, 0xff) }]],
  ])('refuses %s with %i, storing nothing', async (_what, expected, make) => {
    const before = await kept();
    const { status, body } = await upload(await make());
    expect(status).toBe(expected);
    expect(body.error.field).toBe('image');
    expect(await kept()).toEqual(before);
  });

  test('refuses a form with too many fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`field${number}`, 'x']));
    const { status } = await upload([{ bytes: await noiseJpeg(size) }], { fields });
    expect(status).toBe(400);
  });

  test.each([
    ['application/json', '{"image":"x"}'],
    ['image/jpeg', 'x'],
    ['application/x-www-form-urlencoded', 'image=x'],
    ['application/octet-stream', 'x'],
    [undefined, undefined],
  ])('refuses a body of type %s with 415', async (type, sent) => {
    const { status, body } = await sendRaw(type, sent);
    expect(status).toBe(415);
    expect(body.error).toMatchObject({ code: 'unsupported_type', field: 'image' });
  });

  test.each([
    ['multipart/form-data', 'x'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nx',
    ],
    ['multipart/form-data; boundary=b', 'nothing of the kind'],
  ])('refuses a broken form (%s)', async (type, sent) => {
    const { status, body } = await sendRaw(type, sent);
    expect(status).toBe(400);
    expect(body.error.field).toBe('image');
  });

  test('is for admins, and stores nothing for others', async () => {
    const before = await kept();
    const bytes = await noiseJpeg(size);
    expect((await upload([{ bytes }], { token: undefined })).status).toBe(401);
    expect((await upload([{ bytes }], { token: user.token })).status).toBe(403);
    expect(await kept()).toEqual(before);
  });
});

describe('GET /pictures/{file}', () => {
  /** Requests a path unchanged; `fetch` would normalize it first. */
  function get(path: string): Promise<{ status: number; body: string; type: string }> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(t.url, { path }, (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (text) => {
          body += text;
        });
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, body, type: reply.headers['content-type'] ?? '' }),
        );
      });
      sent.on('error', reject).end();
    });
  }

  test('lets browsers cache a picture forever, and does not resend it', async () => {
    const { body } = await upload([{ bytes: await noiseJpeg({ width: 60, height: 40 }) }]);
    const reply = await fetch(t.url + body.data.url);
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-length': String((await reply.arrayBuffer()).byteLength),
    });
    const headers = { 'if-none-match': reply.headers.get('etag') ?? '' };
    const again = await fetch(t.url + body.data.url, { headers });
    expect(again.status).toBe(304);
    const head = await fetch(t.url + body.data.url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(reply.headers.get('content-length'));
  });

  test('serves only pictures', async () => {
    await writeFile(join(t.shop.config.dataDir, 'secret.webp'), 'the shop’s secret');
    const { body } = await upload([{ bytes: await noiseJpeg({ width: 60, height: 40 }) }]);
    const record = body.data.url.replace(/-\d+\.webp$/, '.json');
    const paths = [
      '/pictures/../secret.webp',
      '/pictures/..%2fsecret.webp',
      '/pictures/%2e%2e%2fsecret.webp',
      '/pictures/..%5csecret.webp',
      '/pictures/%00',
      `${body.data.url}%00.png`,
      record,
      '/pictures/',
      `/pictures/${'0'.repeat(32)}-800.webp`,
    ];
    for (const path of paths) {
      const reply = await get(path);
      expect(reply, path).toMatchObject({ status: 404, type: 'application/json; charset=utf-8' });
      expect(JSON.parse(reply.body), path).toMatchObject({ error: { code: 'not_found' } });
    }
  });
});

/** @module-tag sweep */
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noiseJpeg } from '#tests/support/pictures.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';
import { keptPictures, upload } from '#tests/support/uploads.ts';
import { withFileSizeLimit } from './support/file-size-limit.ts';
import { descendantsOf } from './support/process-tree.ts';

let t: TestShop;
let admin: TestUser;

beforeEach(async () => {
  t = await startTestShop({ SHOP_RATE_LIMIT: 'off' });
  admin = await t.makeUser({ role: 'admin' });
  await t.makeTool();
});
afterEach(() => t.stop());

const photograph = () => noiseJpeg({ width: 900, height: 600 });

function send(bytes: Buffer, key?: string) {
  return upload(t, [{ bytes }], { token: admin.token, ...(key && { key }) });
}

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

// Space for none, for the smallest size, and for all but the largest.
test.each([0, 100_000, 250_000])(
  'with room for %i bytes, nothing is stored and the shop keeps running',
  async (room) => {
    const bytes = await photograph();
    const before = await keptPictures(t.shop);
    await withFileSizeLimit(room, async () => {
      expect(await send(bytes, `room ${room}`)).toEqual(cannotKeep);
      expect(await keptPictures(t.shop)).toEqual(before);
      expect((await t.call('GET', '/tool')).status).toBe(200);
    });
    expect((await send(bytes, `room ${room}`)).status).toBe(200);
  },
);

test('in a folder that is not writable nothing is stored, and the shop keeps working', async () => {
  const folder = join(t.shop.config.dataDir, 'pictures');
  // Not even root can create files there.
  await symlink('/sys', folder);
  const bytes = await photograph();
  const { rows, keys } = await keptPictures(t.shop);
  expect(await send(bytes)).toEqual(cannotKeep);
  expect(await keptPictures(t.shop)).toMatchObject({ rows, keys });
  expect((await t.call('GET', '/tool')).status).toBe(200);
  await rm(folder);
  expect((await send(bytes)).status).toBe(200);
});

test('AVIF files for which there was no space are made once there is some', async () => {
  const { url } = (await send(await photograph())).body.data;
  const before = await keptPictures(t.shop);
  await withFileSizeLimit(0, () => t.runJobs());
  expect(await keptPictures(t.shop)).toEqual(before);
  expect((await fetch(t.url + url)).status).toBe(200);
  t.clock.advance(3_600_000);
  await t.runJobs();
  const after = await keptPictures(t.shop);
  expect(after.rows.find((row) => row.url === url)?.avif_srcset).toContain('.avif 900w');
  expect(after.files).toHaveLength(before.files.length + 3);
});

test('when the decoding process is killed, the upload reports it and the next one works', async () => {
  const bytes = await photograph();
  const before = await keptPictures(t.shop);
  const killed = killNextDecoder();
  expect(await send(bytes)).toEqual(cannotKeep);
  expect(await killed).toBe(true);
  expect(await keptPictures(t.shop)).toEqual(before);
  expect((await send(bytes)).status).toBe(200);
});

/** Kills the next decoding process as soon as one exists, that is when an upload has arrived. */
async function killNextDecoder(): Promise<boolean> {
  const others = new Set(descendantsOf(process.pid).map(({ pid }) => pid));
  for (;;) {
    const decoder = descendantsOf(process.pid).find(({ pid }) => !others.has(pid));
    if (decoder) return process.kill(decoder.pid, 'SIGKILL');
    await setImmediate();
  }
}

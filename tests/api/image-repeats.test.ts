import { expect, test } from 'vitest';
import { noiseJpeg } from '#tests/support/pictures.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { keptPictures, upload } from '#tests/support/uploads.ts';

const t = setUpShop();
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const otherAdmin = setUp(() => t.makeUser({ role: 'admin' }));

const photograph = () => noiseJpeg({ width: 60, height: 40 });

function send(bytes: Buffer, key: string, user = admin) {
  return upload(t, [{ bytes }], { token: user.token, key });
}

test('answers a repeat under the same key like the first, and creates nothing more', async () => {
  const bytes = await photograph();
  const first = await send(bytes, 'once');
  expect(first.status).toBe(200);
  const kept = await keptPictures(t.shop);
  expect(kept.keys).toEqual([{ key: 'once' }]);
  const again = await send(bytes, 'once');
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await keptPictures(t.shop)).toEqual(kept);
});

test('creates one picture for two requests at once under one key', async () => {
  const bytes = await photograph();
  const before = await keptPictures(t.shop);
  const [one, two] = await Promise.all([send(bytes, 'both'), send(bytes, 'both')]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(two.body).toEqual(one.body);
  const after = await keptPictures(t.shop);
  expect(after.rows).toHaveLength(before.rows.length + 1);
  expect(after.keys).toHaveLength(before.keys.length + 1);
});

test('refuses another file under a used key, and stores nothing of it', async () => {
  await send(await photograph(), 'taken');
  const before = await keptPictures(t.shop);
  const other = await send(await photograph(), 'taken');
  expect(other.status).toBe(422);
  expect(other.body.error).toMatchObject({ code: 'key_reused', field: 'idempotency-key' });
  expect(await keptPictures(t.shop)).toEqual(before);
});

test('records one of two files at once under one key, and refuses the other', async () => {
  const before = await keptPictures(t.shop);
  const replies = await Promise.all([send(await photograph(), 'race'), send(await photograph(), 'race')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await keptPictures(t.shop)).rows).toHaveLength(before.rows.length + 1);
});

test('leaves the key of a refused file free', async () => {
  expect((await send(Buffer.from('no picture'), 'second try')).status).toBe(415);
  expect((await send(await photograph(), 'second try')).status).toBe(200);
});

test('limits a key to one person', async () => {
  const mine = await send(await photograph(), 'number 1');
  const theirs = await send(await photograph(), 'number 1', otherAdmin);
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  expect(theirs.body.data.url).not.toBe(mine.body.data.url);
});

test.each([
  ['empty', ''],
  ['longer than 200 characters', 'k'.repeat(201)],
])('a key that is %s is refused', async (_what, key) => {
  const before = await keptPictures(t.shop);
  const { status, body } = await send(await photograph(), key);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'invalid_input', field: 'idempotency-key' });
  expect(await keptPictures(t.shop)).toEqual(before);
});

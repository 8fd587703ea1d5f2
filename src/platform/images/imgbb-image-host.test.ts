import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  IMGBB_KEY,
  type ImgbbFault,
  type ImgbbServer,
  startImgbbServer,
} from '#tests/support/imgbb-server.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { ImageHostUnavailable } from './image-host.ts';
import { uploadToImgbb } from './imgbb-image-host.ts';

const bytes = await plainPicture({ width: 40, height: 30 }).webp().toBuffer();

let server: ImgbbServer;
beforeEach(async () => {
  server = await startImgbbServer();
});
afterEach(() => server.stop());

function upload(options: { api?: string; key?: string; withinMs?: number } = {}): Promise<string> {
  const { api = server.api, key = IMGBB_KEY, withinMs = 20_000 } = options;
  return uploadToImgbb(bytes, 'hammer-40', { api, key, signal: AbortSignal.timeout(withinMs) });
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** The complete failure, as a log might write it. */
const whole = (failure: unknown) =>
  JSON.stringify(failure, Object.getOwnPropertyNames(failure)) + String((failure as Error).cause);

it('uploads a picture as the documentation requires, and returns its address', async () => {
  expect(await upload()).toBe('https://i.ibb.co/pic0/hammer-40.webp');
  expect(server.pictures.get('https://i.ibb.co/pic0/hammer-40.webp')).toEqual(bytes);
});

it('fails with a wrong key, which no message repeats', async () => {
  const failure = await failureOf(upload({ key: 'a wrong key&image=x' }));
  expect(failure).toBeInstanceOf(ImageHostUnavailable);
  expect((failure as Error).message).toBe('imgbb answered 400: Invalid API v1 key.');
  expect(whole(failure)).not.toContain('wrong key');
});

const answered = (url: unknown, rest: object = { success: true }) => ({
  status: 200,
  body: JSON.stringify({ data: { url }, ...rest }),
});
const notItsOwn = 'imgbb gave out an address that is none of its own';
const unreadable = (status: number) => `imgbb answered ${status}: no answer that can be read`;

it.each<[string, ImgbbFault, string]>([
  ['a failure', { status: 500, body: 'oops' }, unreadable(500)],
  [
    'too many uploads',
    { status: 429, body: '{"error":{"message":"Rate limit"}}' },
    'imgbb answered 429: Rate limit',
  ],
  [
    'a failure that repeats the key',
    { status: 400, body: `{"error":{"message":"Bad ${IMGBB_KEY}"}}` },
    'imgbb answered 400: Bad …',
  ],
  ['no JSON', { status: 200, body: '<html>' }, unreadable(200)],
  ['nothing', { status: 200, body: '' }, unreadable(200)],
  ['no success', answered('https://i.ibb.co/a/b.webp', { success: false }), unreadable(200)],
  ['success of another kind', answered('https://i.ibb.co/a/b.webp', { success: 'true' }), unreadable(200)],
  [
    'success with a failing status',
    { ...answered('https://i.ibb.co/a/b.webp'), status: 403 },
    unreadable(403),
  ],
  ['no address', answered(undefined), unreadable(200)],
  ['a number for an address', answered(7), unreadable(200)],
  ['an address without TLS', answered('http://i.ibb.co/a/b.webp'), notItsOwn],
  ['an address elsewhere', answered('https://evil.example/i.ibb.co/b.webp'), notItsOwn],
  ['an address that looks alike', answered('https://i.ibb.co.evil.example/b.webp'), notItsOwn],
  ['an address that ends alike', answered('https://evilibb.co/b.webp'), notItsOwn],
  ['an address with a login', answered('https://i.ibb.co@evil.example/b.webp'), notItsOwn],
  ['an address of another port', answered('https://i.ibb.co:8443/b.webp'), notItsOwn],
  ['a script', answered('javascript:alert(1)'), notItsOwn],
  ['two addresses in one', answered('https://i.ibb.co/b.webp 1x, https://evil.example/b.webp'), notItsOwn],
  ['an endless answer', 'endless', 'imgbb did not answer: its answer has no end'],
])('is not fooled by %s', async (_what, fault, words) => {
  server.behave(() => fault);
  const failure = await failureOf(upload());
  expect(failure).toBeInstanceOf(ImageHostUnavailable);
  expect((failure as Error).message).toBe(words);
  expect(whole(failure)).not.toContain(IMGBB_KEY);
});

it.each<[string, ImgbbFault, number]>([
  ['says nothing', 'silent', 200],
  ['breaks off', 'cut', 20_000],
])('does not wait for a server that %s', async (_what, fault, withinMs) => {
  server.behave(() => fault);
  const failure = await failureOf(upload({ withinMs }));
  expect(failure).toBeInstanceOf(ImageHostUnavailable);
  expect((failure as Error).message).toMatch(/^imgbb did not answer: \w+/);
  expect(whole(failure)).not.toContain(IMGBB_KEY);
});

it('follows no redirect', async () => {
  let asked = 0;
  server.behave(() => {
    asked += 1;
    return { status: 307, body: '', location: '/1/upload' };
  });
  expect(await failureOf(upload())).toBeInstanceOf(ImageHostUnavailable);
  expect(asked).toBe(1);
});

it('reports an unreachable host', async () => {
  expect(String(await failureOf(upload({ api: 'http://127.0.0.1:9/1/upload' })))).toMatch(
    /ECONNREFUSED|bad port/,
  );
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { S3Settings } from '#platform/config/image-host-settings.ts';
import { S3_KEYS, type S3Fault, type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import type { PictureFiles } from './files-image-host.ts';
import { ImageHostUnavailable } from './image-host.ts';
import { bucketAddress } from './s3-calls.ts';
import { createS3PictureFiles, publicAddress } from './s3-image-host.ts';

const limits = { readMs: 400, writeMs: 400 };
const patient = { readMs: 20_000, writeMs: 20_000 };
const file = { name: 'one-400.webp', content: Buffer.from('bytes'), type: 'image/webp' };

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server.stop());

const open = (settings: Partial<S3Settings> = {}, timeLimits = patient): Promise<PictureFiles> =>
  createS3PictureFiles({ ...server.settings, ...settings }, timeLimits);

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

it('stores a file under its type, to be cached forever', async () => {
  const files = await open();
  await files.write([file]);
  expect(server.read('pictures/one-400.webp')).toEqual({
    bytes: file.content,
    type: 'image/webp',
    caching: 'public, max-age=31536000, immutable',
  });
  expect(await files.read('one-400.webp')).toEqual(file.content);
  expect(await files.read('none-400.webp')).toBeUndefined();
});

it('writes the record last, and not at all when an earlier file fails', async () => {
  const names = ['a-400.webp', 'a-800.webp', 'a.json'];
  const files = await open();
  server.behave((method, key) => (method === 'PUT' && key.endsWith('800.webp') ? 'denied' : undefined));
  const write = () => files.write(names.map((name) => ({ ...file, name })));
  expect(await failureOf(write())).toBeInstanceOf(ImageHostUnavailable);
  expect(await files.read('a.json')).toBeUndefined();

  server.behave(() => undefined);
  server.written.length = 0;
  await write();
  expect(server.written).toEqual(names.map((name) => `pictures/${name}`));
});

it.each<S3Fault>(['down', 'busy'])('asks once more when the store is %s in passing', async (fault) => {
  const files = await open();
  const once = () => {
    let isOver = false;
    server.behave(() => {
      if (isOver) return undefined;
      isOver = true;
      return fault;
    });
  };
  once();
  await files.write([file]);
  once();
  expect(await files.read('one-400.webp')).toEqual(file.content);
});

it('takes the keys of a role from the machine, and signs with their token', async () => {
  const tokens: (string | undefined)[] = [];
  const metadata = createServer((request, reply) => {
    tokens.push(request.headers.authorization);
    const keys = { AccessKeyId: S3_KEYS.accessKeyId, SecretAccessKey: S3_KEYS.secretAccessKey };
    const until = new Date(Date.now() + 3_600_000).toISOString();
    reply.writeHead(200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify({ ...keys, Token: 'for an hour', Expiration: until }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void metadata.close());
  await new Promise((resolve) => metadata.once('listening', resolve));
  const { port } = metadata.address() as AddressInfo;
  // As a container of Amazon's has them.
  for (const name of ['AWS_PROFILE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    vi.stubEnv(name, undefined);
  for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, '/dev/null');
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${port}/role`);
  vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN', 'of the container');
  onTestFinished(() => void vi.unstubAllEnvs());
  const files = await open({ credentials: undefined });
  await files.write([file]);
  expect(await files.read('one-400.webp')).toEqual(file.content);
  expect(server.tokens).toEqual(['for an hour', 'for an hour']);
  expect(tokens).toEqual(['of the container']);
});

it.each([
  [{ bucket: 'shop', region: 'eu-west-1' }, 'https://shop.s3.eu-west-1.amazonaws.com/'],
  [{ bucket: 'shop', region: 'cn-north-1' }, 'https://shop.s3.cn-north-1.amazonaws.com.cn/'],
  [{ bucket: 'a.shop', region: 'eu-west-1' }, 'https://s3.eu-west-1.amazonaws.com/a.shop/'],
  [{ bucket: 'shop', region: 'x', endpoint: 'https://s3.example/at' }, 'https://s3.example/at/shop/'],
])('finds a bucket by its address: %o', (place, address) => {
  expect(bucketAddress({ endpoint: undefined, ...place }).href).toBe(address);
});

describe('is unavailable, without revealing the secret,', () => {
  it.each([
    ['when the bucket is missing', { bucket: 'nobody' }, /NoSuchBucket/],
    [
      'when the account is unknown',
      { credentials: { accessKeyId: 'nobody', secretAccessKey: 'guessed wrong' } },
      /InvalidAccessKeyId/,
    ],
    [
      'when the secret is wrong',
      { credentials: { ...S3_KEYS, secretAccessKey: 'guessed wrong' } },
      /SignatureDoesNotMatch/,
    ],
    ['when nobody listens', { endpoint: 'http://127.0.0.1:9' }, /ECONNREFUSED/],
  ])('%s', async (_when, settings, words) => {
    const files = await open(settings);
    for (const failure of [await failureOf(files.read('one')), await failureOf(files.write([file]))]) {
      expect(failure).toBeInstanceOf(ImageHostUnavailable);
      expect(String(failure)).toMatch(words);
      expect(String(failure)).not.toContain('guessed wrong');
    }
    expect(server.names()).toEqual([]);
  });

  it.each<[S3Fault, RegExp]>([
    ['down', /socket hang up|ECONNRESET/],
    ['denied', /AccessDenied/],
  ])('when the store is %s', async (fault, words) => {
    const files = await open();
    server.behave(() => fault);
    expect(String(await failureOf(files.read('one')))).toMatch(words);
    expect(String(await failureOf(files.write([file])))).toMatch(words);
  });

  it('when the store does not answer in time', async () => {
    const files = await open({}, limits);
    server.behave(() => 'silent');
    expect(await failureOf(files.read('one'))).toBeInstanceOf(ImageHostUnavailable);
    expect(await failureOf(files.write([file]))).toBeInstanceOf(ImageHostUnavailable);
  });

  it.each<S3Fault>(['cut', 'stall'])('when a file ends half-way (%s)', async (fault) => {
    const files = await open({}, limits);
    await files.write([file]);
    server.behave(() => fault);
    expect(await failureOf(files.read('one-400.webp'))).toBeInstanceOf(ImageHostUnavailable);
  });
});

it('is fetched by browsers from the shop, or from the published address of the bucket', () => {
  expect(publicAddress(server.settings)).toBeUndefined();
  expect(publicAddress({ ...server.settings, publicUrl: 'https://cdn.example/shop' })).toBe(
    'https://cdn.example/shop/pictures/',
  );
});

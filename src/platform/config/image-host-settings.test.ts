import { describe, expect, it } from 'vitest';
import { problemsOf } from '#tests/support/problems-of.ts';
import { readConfig } from './config.ts';

const s3 = { IMAGE_HOST: 's3', S3_BUCKET: 'shop', S3_REGION: 'eu-central-1' };

it('is the disk by default', () => {
  expect(readConfig({}).imageHost).toEqual({ kind: 'disk' });
  expect(problemsOf({ IMAGE_HOST: 'attic' })).toEqual(['  IMAGE_HOST must be disk, s3 or imgbb']);
});

describe('S3', () => {
  it('requires a bucket and its region', () => {
    expect(readConfig(s3).imageHost).toEqual({
      kind: 's3',
      bucket: 'shop',
      region: 'eu-central-1',
      endpoint: undefined,
      credentials: undefined,
      publicUrl: undefined,
    });
    expect(problemsOf({ IMAGE_HOST: 's3' })).toEqual([
      '  S3_BUCKET is missing: IMAGE_HOST=s3 needs it',
      '  S3_REGION is missing: IMAGE_HOST=s3 needs it',
    ]);
  });

  it('requires both of its keys', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ ...s3, ...keys }).imageHost).toMatchObject({
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(problemsOf({ ...s3, S3_SECRET_ACCESS_KEY: 'secret' })).toEqual([
      '  S3_ACCESS_KEY_ID is missing: S3_SECRET_ACCESS_KEY is set, and they go together',
    ]);
  });

  it('has addresses without a trailing slash, and TLS for published ones in live mode', () => {
    const addresses = { S3_ENDPOINT: 'http://minio:9000/', S3_PUBLIC_URL: 'https://cdn.example/shop//' };
    expect(readConfig({ ...s3, ...addresses }).imageHost).toMatchObject({
      endpoint: 'http://minio:9000',
      publicUrl: 'https://cdn.example/shop',
    });
    const refusal = '  S3_PUBLIC_URL must be an https address in live mode';
    const live = { ...s3, SHOP_MODE: 'live' };
    expect(problemsOf({ ...live, S3_PUBLIC_URL: 'http://cdn.example' })).toContain(refusal);
    expect(problemsOf({ ...live, S3_PUBLIC_URL: 'https://cdn.example' })).not.toContain(refusal);
    expect(problemsOf({ ...s3, S3_ENDPOINT: 'minio:9000' })).toEqual([
      '  S3_ENDPOINT must be an address such as https://pictures.shop.example',
    ]);
  });
});

it('may name the origins of earlier hosts', () => {
  const named = 'https://*.ibb.co, https://Pictures.shop.example:8443';
  expect(readConfig({ IMAGE_EARLIER_SOURCES: named }).earlierImageSources).toEqual([
    'https://*.ibb.co',
    'https://pictures.shop.example:8443',
  ]);
  expect(readConfig({}).earlierImageSources).toEqual([]);
  for (const wrong of [
    '*',
    'https:',
    'http://a.example',
    "https://a.example; script-src 'unsafe-inline'",
    'a.example',
    'https://*',
  ]) {
    expect(problemsOf({ IMAGE_EARLIER_SOURCES: wrong }), wrong).toEqual([
      '  IMAGE_EARLIER_SOURCES must be origins such as https://*.ibb.co,https://pictures.shop.example',
    ]);
  }
});

it('is imgbb with a key', () => {
  expect(readConfig({ IMAGE_HOST: 'imgbb', IMGBB_API_KEY: 'key' }).imageHost).toEqual({
    kind: 'imgbb',
    key: 'key',
  });
  expect(problemsOf({ IMAGE_HOST: 'imgbb' })).toEqual([
    '  IMGBB_API_KEY is missing: IMAGE_HOST=imgbb needs it',
  ]);
});

import { expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { ImageHostUnavailable } from '#platform/images/image-host.ts';
import { explainFullDisk, explainStartFailure } from './start-failure.ts';

it('reports in one line that the demo’s pictures have no place', () => {
  const failure = new ImageHostUnavailable('imgbb answered 400: Invalid API v1 key.');
  expect(explainStartFailure(failure)).toBe(
    'The demo catalogue’s pictures cannot be kept: imgbb answered 400: Invalid API v1 key. Check the settings of IMAGE_HOST, or set SHOP_DEMO=0.',
  );
});

it('reports in one line what the user who starts the shop may not access', () => {
  const failure = Object.assign(new Error('EACCES: permission denied'), {
    code: 'EACCES',
    path: '/shop/build',
  });
  expect(explainStartFailure(failure)).toBe(
    '/shop/build cannot be used by this user (EACCES). Change its owner, or start the shop as that one.',
  );
});

it('shows an unexpected failure in full', () => {
  expect(explainStartFailure(new Error('odd'))).toContain('start-failure.test.ts');
});

it('reports a full disk, whichever part hit it', async () => {
  const config = readConfig({ SHOP_DATA_DIR: '/tmp' });
  const met = [
    { code: '53100', message: 'could not extend file "base/1/2": No space left on device' },
    { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
  ];
  for (const { message, code } of met) {
    const explained = await explainFullDisk(Object.assign(new Error(message), { code }), config);
    expect(explainStartFailure(explained)).toMatch(
      /^The disk that holds \/tmp is full\. Make room there, or/,
    );
  }
  const other = Object.assign(new Error('terminating connection'), { code: '57P01' });
  expect(await explainFullDisk(other, config)).toBe(other);
});

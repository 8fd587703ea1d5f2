import { expect, it } from 'vitest';
import { ImageHostUnavailable } from '#platform/image-host/image-host.ts';
import { explainStartFailure } from './start-failure.ts';

it('says in a line that the demo’s pictures have no place', () => {
  const failure = new ImageHostUnavailable('imgbb answered 400: Invalid API v1 key.');
  expect(explainStartFailure(failure)).toBe(
    'The demo catalogue’s pictures cannot be kept: imgbb answered 400: Invalid API v1 key. Check the settings of IMAGE_HOST, or set SHOP_DEMO=0.',
  );
});

it('shows the whole of what nobody expected', () => {
  expect(explainStartFailure(new Error('odd'))).toContain('start-failure.test.ts');
});

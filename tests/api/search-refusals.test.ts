import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
beforeAll(async () => {
  await t.makeTool();
  await t.makeTool();
});

describe('a search refuses', () => {
  test.each([
    ['min_price=-1', 'min_price'],
    ['min_price=abc', 'min_price'],
    ['min_price=1e3', 'min_price'],
    ['min_price=1.005', 'min_price'],
    ['max_price=99999999', 'max_price'],
    ['max_price=%00', 'max_price'],
    ['min_price=5&min_price=6', 'min_price'],
    ['min_price=10&max_price=9.99', 'max_price'],
    ['orderable=yes', 'orderable'],
    ['orderable=1&orderable=1', 'orderable'],
    ['rating=0', 'rating'],
    ['rating=5', 'rating'],
    ['rating=3.5', 'rating'],
    ['rating=3&rating=4', 'rating'],
    ['spec=', 'spec'],
    ['spec=Voltage', 'spec'],
    ['spec=Voltage:..', 'spec'],
    ['spec=:1..2', 'spec'],
    ['spec=Voltage:2..1', 'spec'],
    ['spec=Voltage:1e3..', 'spec'],
    ['spec=Voltage:..1234567890', 'spec'],
    ['spec=Vol%00tage:1..2', 'spec'],
    [`spec=${'x'.repeat(120)}:1..2`, 'spec'],
    [Array.from({ length: 11 }, (_, nth) => `spec=${nth}:1..2`).join('&'), 'spec'],
    ['q=a&q=b', 'q'],
    ['q=%00', 'q'],
    ['category=a&category=b', 'category'],
    ['brand=%00', 'brand'],
    [`brand=${'x'.repeat(61)}`, 'brand'],
    [Array.from({ length: 21 }, (_, nth) => `brand=${nth}`).join('&'), 'brand'],
  ])('%s, on the list and on the facets', async (query, field) => {
    for (const path of ['/tool', '/tool/facets']) {
      const { status, body } = await t.call<ErrorReply>('GET', `${path}?${query}`);
      expect([path, status, body.error.field?.split('.')[0]]).toEqual([path, 400, field]);
    }
  });

  test.each(['sort=name', 'sort=', 'sort=price&sort=rating'])('%s', async (query) => {
    const { status, body } = await t.call<ErrorReply>('GET', `/tool?${query}`);
    expect([status, body.error.field]).toEqual([400, 'sort']);
  });

  test('a cursor issued for another sort order', async () => {
    const given = nextPage((await t.call('GET', '/tool?limit=1&sort=price')).headers) ?? '';
    const cursor = new URL(given, 'http://shop').searchParams.get('cursor') ?? '';
    const code = (text: string) => Buffer.from(text).toString('base64url');
    const wrong = [`${cursor}A`, cursor.slice(1), cursor.toUpperCase(), 'x'.repeat(201), '%00', '💡'];
    wrong.push(
      code('c.-1.5.5'),
      code('c.1.5'),
      code('c.1.5.5.5'),
      code('c.1e3.5.5'),
      code('c.9999999999.1.1'),
      code('c.a.1.1'),
    );
    for (const each of wrong) {
      const { status, body } = await t.call<ErrorReply>(
        'GET',
        `/tool?sort=price&cursor=${encodeURIComponent(each)}`,
      );
      expect([each, status, body.error?.field]).toEqual([each, 400, 'cursor']);
    }
    expect((await t.call('GET', `/tool?sort=newest&cursor=${cursor}`)).status).toBe(400);
    expect((await t.call('GET', `/tool?sort=price&cursor=${cursor}`)).status).toBe(200);
  });
});

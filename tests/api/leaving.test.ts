import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/shop/app.ts';
import { startTestShop } from '#tests/support/test-shop.ts';

test('serves a request that arrives at the last moment, while the application closes', async () => {
  const t = await startTestShop();
  onTestFinished(t.stop);
  await t.makeTool();
  const seen: unknown[] = [];
  const app = await buildApp(t.shop, async (scope) => {
    // Runs when no more requests are expected, and the listener is still open.
    scope.addHook('preClose', async () => {
      const { port } = scope.server.address() as AddressInfo;
      const reply = await fetch(`http://127.0.0.1:${port}/tool`);
      seen.push(reply.status, reply.headers.get('connection'));
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  await app.close();
  expect(seen).toEqual([200, 'close']);
});

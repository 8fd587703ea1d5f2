import fastify from 'fastify';
import type { ServerBuild } from 'react-router';
import { expect, it } from 'vitest';
import { AppError } from '#contracts/app-error.ts';
import { sendError } from '#http/http-error.ts';
import { createRenderer, sendInProcess, stripNonce } from './page-renderer.ts';

const nonce = 'mhAwJtQpTjGxWmX5xqZp0g';

it('lists marked inline scripts unchanged, and strips the mark', () => {
  const marked = [
    `<script nonce="${nonce}">a("<b>")\n</script>`,
    `<script nonce="${nonce}" type="module" async="">import "/assets/a.js";</script>`,
    `<link nonce="${nonce}" rel="preload" href="/a.css"/>`,
  ].join('');
  expect(stripNonce(marked, nonce)).toEqual({
    html: '<script>a("<b>")\n</script><script type="module" async="">import "/assets/a.js";</script><link rel="preload" href="/a.css"/>',
    scripts: ['a("<b>")\n', 'import "/assets/a.js";'],
    styles: [],
  });
});

it('lists the marked inline styles, and no others', () => {
  const page = `<style id="sheet" nonce="${nonce}">a{color:red}</style><style>b{}</style><style nonce="guessed">c{}</style>`;
  expect(stripNonce(page, nonce)).toEqual({
    html: '<style id="sheet">a{color:red}</style><style>b{}</style><style nonce="guessed">c{}</style>',
    scripts: [],
    styles: ['a{color:red}'],
  });
});

it('lists no unmarked script', () => {
  const strangers = [
    '<script>steal()</script>',
    '<script nonce="">steal()</script>',
    '<script nonce="guessed">steal()</script>',
    `<p nonce="${nonce}"></p><script>steal()</script>`,
    `<script>/* nonce="${nonce}" */ steal()</script>`,
  ];
  for (const stranger of strangers) expect(stripNonce(stranger, nonce).scripts).toEqual([]);
});

it('lists no script that has its own file', () => {
  expect(stripNonce(`<script nonce="${nonce}" src="/assets/a.js"></script>`, nonce).scripts).toEqual([]);
});

it('still reads from the API for a page in progress while the shop closes', async () => {
  const app = fastify({ return503OnClosing: false });
  app.get('/tool', async (request) => ({ ip: request.ip, q: request.query }));
  const read: unknown[] = [];
  app.addHook('onClose', async () => {
    const reply = await sendInProcess(app, '192.0.2.7')('/tool?q=saw');
    read.push(reply.status, await reply.json());
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await app.close();
  expect(read).toEqual([200, { ip: '0.0.0.0', q: { q: 'saw' } }]);
});

it('fails as the API did where that refuses what every page needs', async () => {
  const app = fastify();
  app.setErrorHandler(sendError);
  app.get('/settings', async () => {
    throw new AppError('unavailable', 'The shop is busy', { retryAfterSeconds: 2 });
  });
  await app.ready();
  const entry = await import('#app/entry.server.tsx');
  const load = async () => ({ entry: { module: entry } }) as unknown as ServerBuild;
  const render = createRenderer(app, load, { mode: 'production', contentPolicy: async () => '' });
  const failure = render(new Request('https://shop.example/tools'), '192.0.2.7');
  await expect(failure).rejects.toThrow(new AppError('unavailable', 'The shop is busy'));
});

import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeptReplies } from '#api/kept-replies.ts';
import { Refusal } from '#contracts/api-error.ts';
import { createTestEra } from '#tests/support/catalogue-era.ts';
import { createPageCache } from './page-cache.ts';
import { servePages } from './pages.ts';

let app: FastifyInstance;
let rendered: string[];
let counted: string[];

beforeEach(() => {
  app = Fastify();
  rendered = [];
  counted = [];
  const era = createTestEra();
  servePages(app, {
    kept: { pages: createPageCache(era), replies: createKeptReplies(era) },
    origin: () => 'https://shop.example',
    async render({ url }) {
      rendered.push(url);
      return new Response('a page', { headers: { 'content-type': 'text/html' } });
    },
    countRendering({ url }) {
      counted.push(url);
      if (counted.length > 2) throw new Refusal('too_many_requests', 'Too many tries');
    },
  });
});
afterEach(() => app.close());

const ask = async (url: string) => (await app.inject(url)).statusCode;

it('renders what all visitors share once, and counts no asker for it', async () => {
  for (let time = 0; time < 4; time += 1) expect(await ask('/tools')).toBe(200);
  expect(rendered).toEqual(['https://shop.example/tools']);
  expect(counted).toEqual([]);
});

it('renders nothing more for an asker who asks for too many pages of their own', async () => {
  expect([await ask('/tools?q=1'), await ask('/tools?q=2')]).toEqual([200, 200]);
  const refused = await app.inject('/tools?q=3');
  expect(refused.json()).toMatchObject({ message: 'Too many tries' });
  expect(rendered).toEqual(['https://shop.example/tools?q=1', 'https://shop.example/tools?q=2']);
});

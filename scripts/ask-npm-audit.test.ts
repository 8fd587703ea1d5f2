import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askNpmAudit } from './ask-npm-audit.ts';

const ROOT = `${import.meta.dirname}/..`;

/** An npm registry that answers whatever it is asked. */
async function registry(answer: RequestListener): Promise<NodeJS.ProcessEnv> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  };
}

test('says what the registry knows of a package that is installed', async () => {
  const env = await registry(({ method, url }, response) => {
    const name = url?.slice(1);
    if (method === 'GET') return void response.end(JSON.stringify({ name, versions: {} }));
    const advisory = { id: 1, url: 'https://registry.example/1', title: 'A hole', severity: 'high' };
    response.end(JSON.stringify({ fastify: [{ ...advisory, vulnerable_versions: '>=1.0.0' }] }));
  });
  const { found, unanswered } = await askNpmAudit(ROOT, env);
  expect(unanswered).toBeUndefined();
  expect(found).toContain('fastify: high');
});

test('says that nothing is known where the registry does not answer', async () => {
  const env = await registry((_request, response) => response.writeHead(405).end());
  const { found, unanswered } = await askNpmAudit(ROOT, env);
  expect(found).toEqual([]);
  expect(unanswered).toContain('405');
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { askProvider } from './ask-provider.ts';

it('follows no redirect, which would send the shop’s secret elsewhere', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(request.url === '/token' ? 307 : 200, { location: '/elsewhere' }).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  const body = new URLSearchParams({ client_secret: 'the shop’s' });
  await expect(askProvider(address, { method: 'POST', body })).rejects.toMatchObject({ kind: 'unavailable' });
  expect(asked).toEqual(['/token']);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

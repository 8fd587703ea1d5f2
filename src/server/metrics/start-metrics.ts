import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { OpenContext } from '#server/create-context.ts';
import { explainListenError } from '#server/start-failure.ts';
import { createMetrics } from './metrics.ts';

/** The server of `/metrics`. */
export type MetricsServer = { port: number; stop(): Promise<void> };

/**
 * Serves the shop's figures in the format of Prometheus on a port of their own, which visitors need not reach. To be
 * called before the application is ready, since it counts its requests from then on.
 * @throws StartFailure when the port cannot be listened on
 */
export async function startMetrics(
  app: FastifyInstance,
  open: OpenContext,
  address: { host: string; port: number },
): Promise<MetricsServer> {
  // Loaded here, so that a shop without metrics does without the library.
  const prometheus = await import('prom-client');
  const { read, contentType, stop: stopCounting } = createMetrics(prometheus, app, open);
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      response.setHeader('content-type', contentType);
      response.end(await read());
    } catch (error) {
      open.context.log.error({ err: error }, 'the metrics could not be read');
      response.writeHead(500).end();
    }
  });
  await listen(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      stopCounting();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen({ host, port });
  await once(server, 'listening').catch((error) => {
    throw explainListenError(error, host, port, { port: 'METRICS_PORT', host: 'METRICS_HOST' });
  });
}

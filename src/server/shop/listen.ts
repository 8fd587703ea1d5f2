import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#features/app-context.ts';
import { errorCode } from '#platform/errors.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import { StartFailure } from './start-failure.ts';

// With Node's 511, a client that opened 1,500 connections at once made others wait for seconds, until their
// handshake was retried. The system's own limit (`net.core.somaxconn`) is as high on Linux.
const MAX_WAITING_CONNECTIONS = 4_096;

/** Where to listen, and the settings that define it. */
type Address = { host: string; port: number; settings?: { port: string; host: string } };

/** Makes the application listen, and sets the address in the context. @throws StartFailure if it cannot */
export async function listen(app: FastifyInstance, context: AppContext): Promise<void> {
  const { host, port, origin } = context.config;
  await app.listen({ host, port, backlog: MAX_WAITING_CONNECTIONS }).catch((error: unknown) => {
    throw explainListenError(error, { host, port });
  });
  const bound = (app.server.address() as AddressInfo).port;
  const isEveryAddress = host === '0.0.0.0' || host === '::';
  const inUrl = host.includes(':') ? `[${host}]` : host;
  // Browsers make no passkeys for an IP address.
  const named = isEveryAddress || isLoopback(host) ? 'localhost' : inUrl;
  context.origin = origin ?? `http://${named}:${bound}`;
  context.localOrigin = `http://${isEveryAddress ? '127.0.0.1' : inUrl}:${bound}`;
}

/** @throws StartFailure at once if the port is taken, rather than after the database has started */
export function assertPortIsFree(address: Address): Promise<void> {
  const { host, port } = address;
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, address)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

/** Converts a failure to listen to a readable error. */
export function explainListenError(error: unknown, { host, port, settings }: Address): unknown {
  const names = settings ?? { port: 'PORT', host: 'HOST' };
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return new StartFailure(`Port ${port} is in use. Set ${names.port} to another one.`);
  if (code === 'EACCES')
    return new StartFailure(
      `This user has no permission to use port ${port}. Set ${names.port} to one above 1023.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartFailure(
      `This machine has no address ${host}. Set ${names.host} to one it has, such as 127.0.0.1.`,
    );
  }
  return error;
}

/** How often a server that closes looks whether anything is left to answer. */
const LOOK_MS = 250;

/** Prepares a server for draining: once `drain` is called, every reply says `Connection: close`, so that no
 * request is sent on a connection that is being closed (RFC 9112 §9.6). `underWay`: which requests are.
 * `closeRest`, while the server closes: once nothing has been left to answer for a moment, ends the
 * connections on which no request came, or only a part of one: browsers open some ahead, and Node would wait
 * for them. */
export function prepareDrain(server: Server) {
  const underWay = new Map<ServerResponse, string>();
  let isDraining = false;
  server.prependListener('request', (request, reply) => {
    if (isDraining) reply.shouldKeepAlive = false;
    underWay.set(reply, nameOf(request));
    reply.once('close', () => underWay.delete(reply));
  });
  return {
    drain() {
      isDraining = true;
      for (const reply of underWay.keys()) reply.shouldKeepAlive = false;
    },
    underWay: () => [...underWay.values()],
    async closeRest(closed: Promise<unknown>) {
      let wasQuiet = false;
      const timer = setInterval(() => {
        const isQuiet = underWay.size === 0;
        if (isQuiet && wasQuiet) server.closeAllConnections();
        wasQuiet = isQuiet;
      }, LOOK_MS);
      await closed.finally(() => clearInterval(timer));
    },
  };
}

/** Without what may identify a person or let one in. */
function nameOf({ method, url }: IncomingMessage): string {
  return `${method} ${/^\/[\w-]*/.exec(url ?? '')?.[0] ?? ''}`;
}

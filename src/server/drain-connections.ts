import type { Server, ServerResponse } from 'node:http';

/**
 * Lets a server part with its clients before it closes. From `begin` on every reply says `Connection: close`, also to
 * requests under way: clients that keep their connections send the next request elsewhere, and none into a connection
 * that is being cut (RFC 9112 §9.6).
 */
export function drainConnections(server: Server): { begin(): void } {
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener('request', (_request, reply) => {
    if (isDraining) reply.shouldKeepAlive = false;
    underWay.add(reply);
    reply.once('close', () => underWay.delete(reply));
  });
  return {
    begin() {
      isDraining = true;
      for (const reply of underWay) reply.shouldKeepAlive = false;
    },
  };
}

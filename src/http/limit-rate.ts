import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Limits } from '#platform/config/limits.ts';
import type { RateLimiter, ReadLimiter } from '#platform/database/rate-limiter.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate limit that a call counts towards (default: `reads` for GET and HEAD, else `writes`); `none`:
     * the route's own limit, or no limit. */
    limit?: keyof Limits | 'none';
    /** Whether a call that counts as a read also counts itself by what it does, and so may write to the audit
     * trail. */
    countsItself?: true;
  }
}

type Counting = { rateLimiter: RateLimiter; readLimiter: ReadLimiter; config: { limits: Limits } };

/** The client address of requests that the shop's own pages make while rendering; no network has this
 * address. */
export const IN_PROCESS_ADDRESS = '0.0.0.0';

/** Counts calls of the routes registered after it, per person, whatever session or API key they use, else per
 * client (decision 14); requests over the limit are refused before they are read. */
export const limitRates = fp(
  async (api: FastifyInstance, { context }: { context: Counting }) => {
    api.addHook('onRequest', async (request) => {
      const limit = limitOf(request);
      if (limit === 'none') return;
      if (limit === 'reads') {
        countRead(context, request);
        return;
      }
      const subject = `${limit} of ${request.currentUser?.userId ?? clientAddress(request.ip)}`;
      await context.rateLimiter.take(subject, context.config.limits[limit]);
    });
  },
  { name: 'rate-limits', dependencies: ['authorisation'] },
);

/** Counts a read for the person, and without an API key for the client too, since one client can create many
 * accounts. @throws TooManyHits */
export function countRead({ readLimiter }: Pick<Counting, 'readLimiter'>, request: FastifyRequest): void {
  const { ip, currentUser, apiKeyId } = request;
  if (ip === IN_PROCESS_ADDRESS) return;
  if (currentUser) readLimiter.take(`reads of ${currentUser.userId}`);
  if (!apiKeyId) readLimiter.take(`reads of ${clientAddress(ip)}`);
}

/** Whether only the limit of reads applies to a call. */
export const isOnlyRead = (request: FastifyRequest) =>
  limitOf(request) === 'reads' && !request.routeOptions.config.countsItself;

function limitOf({ method, routeOptions }: FastifyRequest): keyof Limits | 'none' {
  return routeOptions.config.limit ?? (method === 'GET' || method === 'HEAD' ? 'reads' : 'writes');
}

const GROUPS_OF_A_NETWORK = 4;

/** The network of an address, which tells roughly where somebody is, but not which household: /24, or /48 of
 * an IPv6 address. `null` for a local one without a network. */
export function networkOf(ip: string): string | null {
  const client = clientAddress(ip);
  if (isIPv4(client)) return client.replace(/\d+$/, '0/24');
  const site = client.split(':').slice(0, 3).join(':');
  return isIPv6(ip) ? `${site.replace(/(?:^|:)0(?::0)*$/, '')}::/48` : null;
}

/** The client of a rate limit: an IPv4 address, or the /64 network of an IPv6 subscriber (RFC 6177). */
export function clientAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = [], tail] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const groups =
    tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.slice(0, GROUPS_OF_A_NETWORK).join(':');
}

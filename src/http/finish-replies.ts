import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { chooseCoding, compress } from '#platform/cache/compress.ts';

/** Shorter bodies fit into one packet as they are. */
const MIN_BYTES = 1_200;

/** Compresses and labels replies, public reads by `ETag` (decision 21). None mixes a
 * secret with what was sent (BREACH). */
export const finishReplies = fp(
  async (app: FastifyInstance) => {
    app.addHook('onSend', async (request, reply, payload) => {
      const { method } = request;
      const isText = typeof payload === 'string';
      if (!reply.hasHeader('cache-control')) {
        const isRead = method === 'GET' || method === 'HEAD';
        const isShared = isRead && request.routeOptions.config.access === 'public';
        if (!isText || !isShared || reply.statusCode !== 200) reply.header('cache-control', 'no-store');
        else {
          const etag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
          reply.headers({ etag, 'cache-control': 'no-cache' });
          if (request.headers['if-none-match'] === etag) {
            reply.code(304).removeHeader('content-type').removeHeader('content-length');
            return '';
          }
        }
      }
      if (!isText || payload.length < MIN_BYTES) return payload;
      reply.header('vary', 'accept-encoding');
      const coding = chooseCoding(request.headers['accept-encoding']);
      if (coding === 'identity' || method === 'HEAD') return payload;
      reply.removeHeader('content-length').header('content-encoding', coding);
      return compress(Buffer.from(payload), coding);
    });
  },
  { name: 'finish-replies' },
);

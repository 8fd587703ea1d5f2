import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Shorter bodies fit into one packet uncompressed. */
const MIN_BYTES = 1_200;

/** Compresses and labels replies, public reads with an `ETag`. None mixes a secret with
 * reflected input (BREACH). */
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

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

// Most of the gain for a fraction of the time: a page of 265 kB takes 9 ms, 6 with 6, and 270 with 11.
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 6;

/** The content coding of a body (RFC 9110, section 8.4.1). */
export type Coding = 'br' | 'gzip' | 'identity';

/** Encodes a body in one coding. */
export async function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'identity') return body;
  if (coding === 'gzip') return compressGzip(body, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return compressBrotli(body, { params });
}

/** Chooses the coding for the `Accept-Encoding` in `accepted`: brotli, else gzip, else none. */
export function chooseCoding(accepted = ''): Coding {
  const takes = (coding: string) =>
    accepted.split(',').some((offer) => {
      const [name, ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
      return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

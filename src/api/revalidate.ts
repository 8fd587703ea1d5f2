import { createHash } from 'node:crypto';
import type { ApiServer } from './api-server.ts';

/**
 * Lets whoever has an answer that is the same for everybody ask whether it still stands (decision 21): public reads
 * carry an `ETag`, and one that still fits is answered 304 without the body. Routes with a `Cache-Control` of their own
 * are left alone.
 */
export function revalidatePublicReads(api: ApiServer): void {
  api.addHook('onSend', async (request, reply, payload) => {
    const isShared = request.method === 'GET' && request.routeOptions.config.access === 'public';
    const hasOwnRule = reply.hasHeader('cache-control');
    if (!isShared || hasOwnRule || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] !== etag) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}

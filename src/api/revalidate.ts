import { createHash } from 'node:crypto';
import type { ApiServer } from './api-server.ts';

/**
 * Lets whoever has an answer that is the same for everybody ask whether it still stands (decision 21): public reads
 * carry an `ETag`. Routes with a `Cache-Control` of their own are left alone; every other answer is for nobody's cache.
 */
export function labelPublicReads(api: ApiServer): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (reply.hasHeader('cache-control')) return payload;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isShared = isRead && request.routeOptions.config.access === 'public';
    if (!isShared || reply.statusCode !== 200 || typeof payload !== 'string') {
      reply.header('cache-control', 'no-store');
      return payload;
    }
    const etag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
    reply.headers({ etag, 'cache-control': 'no-cache' });
    return payload;
  });
}

/** Answers 304 without the body where the asker's copy still fits. To be added after `labelPublicReads`. */
export function skipUnchanged(api: ApiServer): void {
  api.addHook('onSend', async (request, reply, payload) => {
    const etag = reply.getHeader('etag');
    if (etag === undefined || request.headers['if-none-match'] !== etag) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}

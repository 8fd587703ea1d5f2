import { chooseCoding, compress, quickly } from '#platform/compressed-body.ts';
import type { ApiServer } from './api-server.ts';

/** Shorter bodies fit into one packet as they are. */
const MIN_BYTES = 1_200;

/** Compresses the answers of the API on their way out. No answer mixes a secret with what its asker wrote (BREACH). */
export function compressAnswers(api: ApiServer): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_BYTES) return payload;
    reply.header('vary', 'accept-encoding');
    const coding = chooseCoding(request.headers['accept-encoding']);
    if (coding === 'identity' || request.method === 'HEAD') return payload;
    reply.removeHeader('content-length').header('content-encoding', coding);
    return compress(Buffer.from(payload), coding, quickly);
  });
}

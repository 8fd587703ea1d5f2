import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { type ErrorCode, Refusal } from '#contracts/api-error.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Shop } from '#features/shop.ts';
import { actingOf } from '#features/users/name-actor.ts';
import { toRefusal } from '#http/error-reply.ts';
import { runAsActor } from '#platform/actor.ts';

/** Refusals that tell of somebody trying what is not theirs, or of what the rules of money and stock held back. */
const worthKeeping: ErrorCode[] = [
  'not_allowed',
  'not_found',
  'conflict',
  'out_of_stock',
  'price_changed',
  'key_reused',
  'provider_failed',
];

/** More from one user tell nothing new, and must not fill the disk. */
const REFUSALS_KEPT = { limit: 60, windowSeconds: 3600 };

const orderIdSchema = z.object({ id: z.uuid() });

/** Writes down in the audit trail what signed-in users are refused. What they tried has changed nothing. */
export const recordRefusals = fp(
  async (api: FastifyInstance, { shop }: { shop: Shop }) => {
    api.addHook('onError', async (request, _reply, error) => {
      const { code } = toRefusal(error);
      if (!request.asker || !worthKeeping.includes(code)) return;
      try {
        await shop.rateLimiter.take(`refusals kept of ${request.asker.userId}`, REFUSALS_KEPT);
        await runAsActor(actingOf(request), () => recordRefusal(shop, request, code));
      } catch (failure) {
        if (!(failure instanceof Refusal))
          request.log.warn({ err: failure }, 'a refusal was not written down');
      }
    });
  },
  { name: 'refusal-audit', dependencies: ['authorisation'] },
);

async function recordRefusal(shop: Shop, request: FastifyRequest, code: ErrorCode): Promise<void> {
  const { url = '' } = request.routeOptions;
  const params = orderIdSchema.safeParse(request.params);
  await recordAudit(shop, shop.db, {
    action: 'refused',
    ...(params.success && url.includes('orders/:id') ? { orderId: params.data.id } : {}),
    details: { code, call: `${request.method} ${url}` },
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import type { ErrorCode } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#features/users/authorise.ts';
import { toHttpError } from '#http/http-error.ts';
import { runAsActor } from '#platform/actor.ts';
import { TooManyHits } from '#platform/database/rate-limiter.ts';

/** Refusals that indicate an attempt at something unauthorized, or that enforce the rules of money and
 * stock. */
const worthKeeping: ErrorCode[] = [
  'not_allowed',
  'scope_missing',
  'key_refused',
  'account_blocked',
  'not_found',
  'conflict',
  'cart_full',
  'out_of_stock',
  'price_changed',
  'key_reused',
  'provider_failed',
];

/** More from one user add no information, and must not fill the disk. */
const REFUSALS_KEPT = { limit: 60, windowSeconds: 3600 };

const orderIdSchema = z.object({ id: z.uuid() });

/** Records in the audit trail what signed-in users are refused. Their attempts have changed nothing. */
export const recordRefusals = fp(
  async (api: FastifyInstance, { context }: { context: AppContext }) => {
    api.addHook('onError', async (request, _reply, error) => {
      const { code } = toHttpError(error);
      if (!request.currentUser || !worthKeeping.includes(code)) return;
      try {
        await context.rateLimiter.take(`refusals kept of ${request.currentUser.userId}`, REFUSALS_KEPT);
        const actor = { ...actorOf(request, context.origin), isOnlyRead: false };
        await runAsActor(actor, () => recordRefusal(context, request, code));
      } catch (failure) {
        if (!(failure instanceof TooManyHits))
          request.log.warn({ err: failure }, 'a refusal was not written down');
      }
    });
  },
  { name: 'refusal-audit', dependencies: ['authorisation'] },
);

async function recordRefusal(context: AppContext, request: FastifyRequest, code: ErrorCode): Promise<void> {
  const { url = '' } = request.routeOptions;
  const params = orderIdSchema.safeParse(request.params);
  await recordAudit(context, context.db, {
    action: 'refused',
    ...(params.success && url.includes('orders/:id') ? { orderId: params.data.id } : {}),
    details: { code, call: `${request.method} ${url}` },
  });
}

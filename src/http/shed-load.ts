import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#contracts/app-error.ts';
import { createLoadWatch, type LoadFigures } from '#platform/load-watch.ts';
import { errorTexts } from '#texts/errors.ts';
import { IN_PROCESS_ADDRESS } from './limit-rate.ts';

const RETRY_AFTER_SECONDS = 5;

/** Near what the process can bear, refuses what would take more of it: it lives, and goes on with kept
 * answers, files, health checks, webhooks, and with what is under way. */
export const shedLoad = fp(
  async (app: FastifyInstance, { log, figures }: { log: FastifyBaseLogger; figures?: LoadFigures }) => {
    const load = createLoadWatch((isOverloaded, heap) => {
      if (isOverloaded) log.error(heap, 'near the limit of memory or time: new requests are refused');
      else log.info(heap, 'requests are taken again');
    }, figures);
    app.addHook('onClose', async () => load.stop());
    app.addHook('onRequest', async ({ ip, routeOptions }) => {
      if (!load.isOverloaded || ip === IN_PROCESS_ADDRESS) return;
      const { access, limit } = routeOptions.config;
      const isCheap = access === undefined || limit === 'none';
      if (!isCheap)
        throw new AppError('unavailable', errorTexts.busy, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    });
  },
  { name: 'load-limit', dependencies: ['response-cache'] },
);

import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { errorStatuses } from '#contracts/app-error.ts';
import type { Clock } from '#platform/clock.ts';
import { callOf, isBrokenOff, toHttpError } from './http-error.ts';
import { clientAddress } from './limit-rate.ts';

const MINUTE_MS = 60_000;

/** Lines a minute: a flood of refused calls must not fill the disk. */
const MAX_LINES = 1_000;

/** Logs what is refused, and to whom: the same once a minute for a client, and nothing that they typed. */
export const logErrors = fp(
  async (app: FastifyInstance, { clock }: { clock: Clock }) => {
    let minute = 0;
    let told = new Set<string>();

    function isNews(refusal: object): boolean {
      const now = Math.floor(clock.now().getTime() / MINUTE_MS);
      if (now !== minute) told = new Set();
      minute = now;
      const key = JSON.stringify(refusal);
      if (told.has(key) || told.size >= MAX_LINES) return false;
      told.add(key);
      return true;
    }

    app.addHook('onError', async (request, _reply, error) => {
      if (isBrokenOff(request, error)) return;
      const { code } = toHttpError(error);
      if (errorStatuses[code] >= 500) return;
      const refusal = {
        code,
        call: callOf(request),
        client: clientAddress(request.ip),
        userId: request.currentUser?.userId,
      };
      if (isNews(refusal)) request.log.info(refusal, 'refused');
    });
  },
  { name: 'refusal-log' },
);

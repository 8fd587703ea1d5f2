import { sql } from 'kysely';
import { z } from 'zod';
import { Refusal } from '#contracts/api-error.ts';
import { refusalTexts } from '#texts/refusals.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';

const healthSchema = z.object({ status: z.literal('ok') });

/** `GET /healthz`: the process answers. `GET /readyz`: it can serve, database included, and is not stopping. */
export function healthRoutes(api: ApiServer, shop: Shop): void {
  const schema = { tags: ['Operations'], summary: 'Whether the shop is up', response: { 200: healthSchema } };

  api.get('/healthz', { config: { access: 'public', limit: 'none' }, schema }, async () => ({
    status: 'ok' as const,
  }));

  api.get('/readyz', { config: { access: 'public', limit: 'none' }, schema }, async () => {
    const refusal = new Refusal('unavailable', refusalTexts.cannotServe, { retryAfterSeconds: 2 });
    if (shop.readiness.isStopping) throw refusal;
    await sql`select 1`.execute(shop.db).catch((error) => {
      shop.log.warn({ err: error }, 'not ready');
      throw refusal;
    });
    return { status: 'ok' as const };
  });
}

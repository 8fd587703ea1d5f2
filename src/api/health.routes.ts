import { z } from 'zod';
import { Refusal } from '#contracts/api-error.ts';
import { clockDifferenceSeconds } from '#platform/database/clock-difference.ts';
import { isDiskFull } from '#platform/database/embedded-postgres/failure.ts';
import { findPlace } from '#platform/database/embedded-postgres/place.ts';
import { refusalTexts } from '#texts/refusals.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';

const healthSchema = z.object({ status: z.literal('ok') });

const readinessSchema = healthSchema.extend({
  databaseAheadSeconds: z
    .number()
    .optional()
    .describe(
      'Only where the clocks of the shop and of its database differ: by so much, which may stop payments',
    ),
});

/** `GET /healthz`: the process answers. `GET /readyz`: it can serve, database included, and is not stopping. */
export function healthRoutes(api: ApiServer, shop: Shop): void {
  // A request that is no valid HTTP is all that they refuse.
  const config = { access: 'public', limit: 'none', refuses: ['invalid_input'] } as const;
  const tags = ['Operations'];
  const alive = {
    tags,
    operationId: 'getHealth',
    summary: 'Whether the process answers',
    response: { 200: healthSchema },
  };
  const ready = {
    tags,
    operationId: 'getReadiness',
    summary: 'Whether the shop can serve',
    description: 'Not while its database is away or its disk is full, nor once it is stopping.',
    response: { 200: readinessSchema },
  };

  api.get('/healthz', { config, schema: alive }, async () => ({
    status: 'ok' as const,
  }));

  api.get('/readyz', { config, schema: ready }, async () => {
    const refusal = new Refusal('unavailable', refusalTexts.cannotServe, { retryAfterSeconds: 2 });
    if (shop.readiness.isStopping) throw refusal;
    try {
      if (await isOnFullDisk(shop)) throw new Error('the disk of the data folder is full');
      const databaseAheadSeconds = await clockDifferenceSeconds(shop.db, shop.clock);
      return { status: 'ok' as const, ...(databaseAheadSeconds !== 0 && { databaseAheadSeconds }) };
    } catch (error) {
      shop.log.warn({ err: error }, 'not ready');
      throw refusal;
    }
  });
}

/** Whether the disk is full that the shop itself writes to: with a database and pictures elsewhere it is none of ours. */
async function isOnFullDisk({ config, imageHost }: Shop): Promise<boolean> {
  const { dataDir, database } = config;
  const folders = [
    ...(imageHost.kind === 'disk' ? [dataDir] : []),
    ...(database.kind === 'embedded' ? [await findPlace(dataDir)] : []),
  ];
  return (await Promise.all(folders.map(isDiskFull))).includes(true);
}

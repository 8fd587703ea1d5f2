import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { clockDifferenceSeconds } from '#platform/database/check-server.ts';
import { errorTexts } from '#texts/errors.ts';
import { findPlace, isDiskFull } from '../../../packages/embedded-postgres/src/index.ts';
import { getHealthCall, getReadinessCall } from './contract.ts';

/** `GET /healthz`: the process answers. `GET /readyz`: it can serve, database included, and is not stopping. */
export function healthRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getHealthCall, { limit: 'none' }, async () => ({ status: 'ok' as const }));

  serve(api, getReadinessCall, { limit: 'none' }, async () => {
    const refusal = new AppError('unavailable', errorTexts.cannotServe, { retryAfterSeconds: 2 });
    if (context.readiness.isStopping) throw refusal;
    try {
      if (await isOnFullDisk(context)) throw new Error('the disk of the data folder is full');
      const databaseAheadSeconds = await clockDifferenceSeconds(context.db, context.clock);
      return { status: 'ok' as const, ...(databaseAheadSeconds !== 0 && { databaseAheadSeconds }) };
    } catch (error) {
      context.log.warn({ err: error }, 'not ready');
      throw refusal;
    }
  });
}

/** Whether the disk is full that the shop itself writes to: with a database and pictures elsewhere it is none of ours. */
async function isOnFullDisk({ config, imageHost }: AppContext): Promise<boolean> {
  const { dataDir, database } = config;
  const folders = [
    ...(imageHost.kind === 'disk' ? [dataDir] : []),
    ...(database.kind === 'embedded' ? [await findPlace(dataDir)] : []),
  ];
  return (await Promise.all(folders.map(isDiskFull))).includes(true);
}

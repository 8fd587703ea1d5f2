import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { saveAvif } from './store.ts';

const payloadSchema = z.object({ url: z.string() });

/** The `make-avif` job: makes a picture's AVIF sizes where the host has them, and offers them from then on. */
export async function makeAvif(context: AppContext, payload: unknown): Promise<void> {
  const { url } = payloadSchema.parse(payload);
  const srcset = await context.imageHost.makeAvif(url);
  if (srcset === undefined) return;
  await context.db.transaction().execute(async (tx) => {
    await saveAvif(tx, url, srcset);
    await invalidateEverywhere(tx);
  });
}

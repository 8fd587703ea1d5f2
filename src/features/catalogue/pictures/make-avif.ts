import { z } from 'zod';
import type { Shop } from '#features/shop.ts';
import { notifyCatalogueChanged } from '#platform/cache/cache-version.ts';
import { saveAvif } from './store.ts';

const payloadSchema = z.object({ url: z.string() });

/** The `make-avif` job: makes a picture's AVIF sizes where the host has them, and offers them from then on. */
export async function makeAvif(shop: Shop, payload: unknown): Promise<void> {
  const { url } = payloadSchema.parse(payload);
  const srcset = await shop.imageHost.makeAvif(url);
  if (srcset === undefined) return;
  await shop.db.transaction().execute(async (tx) => {
    await saveAvif(tx, url, srcset);
    await notifyCatalogueChanged(tx);
  });
}

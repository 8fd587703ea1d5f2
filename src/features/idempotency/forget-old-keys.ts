import type { AppContext } from '#features/app-context.ts';
import { forgetKeysBefore } from './store.ts';

/** How long a repeat of a request is recognised. */
const KEY_TTL_HOURS = 24;

/** Forgets the replies that no repeat will ask for any more. */
export async function forgetOldKeys(context: AppContext): Promise<void> {
  const time = new Date(context.clock.now().getTime() - KEY_TTL_HOURS * 3_600_000);
  await forgetKeysBefore(context.db, time);
}

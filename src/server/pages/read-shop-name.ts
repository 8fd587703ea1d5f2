import type { AppContext } from '#features/app-context.ts';
import { withTimeout } from '#platform/concurrency.ts';

/** So long an error page waits for the shop's name: it may stand in because the database does not answer. */
const READ_WITHIN_MS = 1_000;

/** What the shop is called; as it was last read where that cannot be told
 * now, and empty where it never was. */
export async function readShopName({ details }: Pick<AppContext, 'details'>): Promise<string> {
  const asRead = () => details.latest;
  const known = await withTimeout(details.read().catch(asRead), READ_WITHIN_MS, asRead);
  return known?.shop.name ?? '';
}

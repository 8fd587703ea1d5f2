import { until } from '#tests/support/until.ts';
import type { SeveralNodes } from './several-nodes.ts';
import { type Seen, underLoad } from './under-load.ts';

/** Ends the primary under load and promotes its standby. @returns what people saw, and the time from the end
 * to the next order */
export async function failOverUnderLoad(
  t: SeveralNodes,
  how: 'killed' | 'silent',
): Promise<{ seen: Seen; recoveredMs: number }> {
  let recoveredMs = 0;
  const seen = await underLoad(t, async ({ log }) => {
    const endedAt = performance.now();
    await t.cluster.failOver(how);
    const { length } = log.orders;
    await until('an order to be placed again', async () => log.orders.length > length, 120_000);
    recoveredMs = performance.now() - endedAt;
  });
  return { seen, recoveredMs };
}

import { compareWithLog, type Differences } from '#tests/faults/support/compare-log.ts';
import { findUnsettled } from '#tests/faults/support/find-unsettled.ts';
import { type CrowdLog, type ShoppingCrowd, sendShopping } from '#tests/faults/support/shopping-crowd.ts';
import { until } from '#tests/support/until.ts';
import { type ReadLog, sendReaders } from './reading-crowd.ts';
import type { SeveralNodes } from './several-nodes.ts';

const BUYERS = 12;
const SETTLED_WITHIN_MS = 60_000;

/** What people met and were told while something happened, and what is there once all has settled. */
export type Seen = { reads: ReadLog; writes: CrowdLog; differences: Differences; broken: string[] };

/** Nothing that anybody was told is lost, doubled or otherwise, and no rule of stock and money is broken. */
export const nothingLost = {
  differences: { lost: [], doubled: [], otherwise: [] },
  broken: [],
};

/** Lets people look around and shop through nginx while `work` goes on, from when they are in the midst of it. */
export async function underLoad(
  t: SeveralNodes,
  work: (crowd: ShoppingCrowd) => Promise<void>,
): Promise<Seen> {
  const { db } = t.shop;
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => t.makeUser()));
  const staff = await t.makeUser({ role: 'staff' });
  const { id: toolId } = await t.makeTool({ onHand: 1_000_000 });
  const readers = sendReaders(t.nginx.origin, toolId);
  const crowd = sendShopping([t.nginx.origin], { buyers, staff }, toolId, { isPassedOn: true });
  await until('people to be shopping', async () => crowd.answers() >= 2 * BUYERS);
  try {
    await work(crowd);
  } finally {
    await crowd.goHome();
    await readers.goHome();
  }
  let broken: string[] = [];
  await until(
    'everything to come right',
    async () => {
      broken = await findUnsettled(db);
      return broken.length === 0;
    },
    SETTLED_WITHIN_MS,
  ).catch(() => undefined);
  const userIds = buyers.map(({ userId }) => userId);
  return {
    reads: readers.log,
    writes: crowd.log,
    differences: await compareWithLog(db, userIds, crowd.log),
    broken,
  };
}

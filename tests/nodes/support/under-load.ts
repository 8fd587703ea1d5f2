import type { AppContext } from '#features/app-context.ts';
import { compareWithLog, type Differences } from '#tests/faults/support/compare-log.ts';
import type { CrowdLog } from '#tests/faults/support/crowd-log.ts';
import { readyForCrowd } from '#tests/faults/support/crowd-shop.ts';
import { findUnsettled } from '#tests/faults/support/find-unsettled.ts';
import { type ShoppingCrowd, sendShopping, type Try } from '#tests/faults/support/shopping-crowd.ts';
import type { TestShop } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import { type ReadLog, sendReaders } from './reading-crowd.ts';

const BUYERS = 12;
const SETTLED_WITHIN_MS = 60_000;

/** A shop that a crowd can use at its origins; `isPassedOn`: they are a proxy's, which
 * tries requests again by itself. `record` receives each try of a request as it ends. */
export type LoadedShop = Pick<TestShop, 'call' | 'makeUser' | 'makeTool'> & {
  shop: Pick<AppContext, 'db'>;
  origins: string[];
  isPassedOn: boolean;
  record?(tried: Try): void;
  /** Logs somebody in whose token was refused. Returns the new one. */
  logIn?(email: string): Promise<string>;
  /** How a card is charged elsewhere than in the sandbox, whose tables are empty then. */
  confirmCard?(intentId: string): void;
};

/** What people saw and were answered during an event, and the shop's state once everything has settled. */
export type Seen = { reads: ReadLog; writes: CrowdLog; differences: Differences; broken: string[] };

/** Nothing acknowledged is lost, doubled or different, and no rule of stock and money is broken. */
export const nothingLost = {
  differences: { lost: [], doubled: [], otherwise: [] },
  broken: [],
};

/** Lets people browse and shop while `work` runs, which starts once they are busy. `settledWithinMs`: how long
 * the shop's own jobs may take afterwards. */
export async function underLoad(
  t: LoadedShop,
  work: (crowd: ShoppingCrowd) => Promise<void>,
  { buyers = BUYERS, settledWithinMs = SETTLED_WITHIN_MS } = {},
): Promise<Seen> {
  const { db } = t.shop;
  const people = await readyForCrowd(t, buyers);
  const readers = sendReaders(t.origins[0] ?? '', people.toolId);
  const crowd = sendShopping(t.origins, people, t);
  await until('people to be shopping', async () => crowd.answers() >= 2 * buyers);
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
      broken = await findUnsettled(db, { isSandbox: t.confirmCard === undefined });
      return broken.length === 0;
    },
    settledWithinMs,
  ).catch(() => undefined);
  return {
    reads: readers.log,
    writes: crowd.log,
    differences: await compareWithLog(db, people, crowd.log),
    broken,
  };
}

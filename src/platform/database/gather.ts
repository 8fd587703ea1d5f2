import { type Span, spanUnderWay, workFor } from '../traces/span.ts';
import type { Database } from './database.ts';
import { isDatabaseAway, TooManyWaiting } from './database-away.ts';

/** Does for several what it was asked for each; answers in their order. */
type Work<Item, Result> = (items: Item[]) => Promise<Result[]>;

type Call<Item, Result> = {
  item: Item;
  /** What it is asked for; a statement for several stands in the first one's trace. */
  span: Span | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/** So many go together at most. */
const MOST_TOGETHER = 32;
/** So many groups are under way at once: PostgreSQL has one to work on while the other's answer is being read. */
const MOST_UNDER_WAY = 2;
/** More than this would wait in vain. */
const MOST_WAITING = 8 * MOST_TOGETHER;

/**
 * Lets calls go to the database together, in one statement: those that come in one turn of the event loop, and those that
 * come while earlier ones are under way. A call alone goes at once; none is answered from what was read before it came.
 * `canPart` says of an error that undid all whether to try each alone, so that it meets only its own.
 * @throws TooManyWaiting; who waits behind calls that find the database away fails with them.
 */
export function gather<Item, Result>(
  work: Work<Item, Result>,
  canPart: (error: unknown) => boolean = () => false,
): (item: Item) => Promise<Result> {
  const waiting: Call<Item, Result>[] = [];
  let underWay = 0;
  let isDue = false;

  const makeDue = () => {
    if (isDue || waiting.length === 0 || underWay >= MOST_UNDER_WAY) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      const calls = waiting.splice(0, MOST_TOGETHER);
      void workFor(calls[0]?.span, () => send(calls));
      makeDue();
    });
  };

  async function send(calls: Call<Item, Result>[]): Promise<void> {
    underWay += 1;
    await settle(calls);
    underWay -= 1;
    makeDue();
  }

  async function settle(calls: Call<Item, Result>[]): Promise<void> {
    try {
      const results = await work(calls.map(({ item }) => item));
      for (const [index, result] of results.entries()) calls[index]?.resolve(result);
    } catch (error) {
      if (calls.length > 1 && canPart(error)) {
        await Promise.all(calls.map((call) => settle([call])));
        return;
      }
      const failed = isDatabaseAway(error) ? [...calls, ...waiting.splice(0)] : calls;
      for (const call of failed) call.reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MOST_WAITING) throw new TooManyWaiting();
      waiting.push({ item, span: spanUnderWay(), resolve, reject });
      makeDue();
    });
}

/** The same for what is done on the database that each call names; inside a transaction, on that transaction alone. */
export function gatherOn<Item, Result, On extends object = Database>(
  work: (on: On, items: Item[]) => Promise<Result[]>,
  canPart?: (error: unknown) => boolean,
): (on: On, item: Item) => Promise<Result> {
  const gatherers = new WeakMap<On, (item: Item) => Promise<Result>>();
  return (on, item) => {
    const known = gatherers.get(on);
    if (known) return known(item);
    const made = gather<Item, Result>((items) => work(on, items), canPart);
    gatherers.set(on, made);
    return made(item);
  };
}

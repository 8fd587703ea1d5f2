import type { Log } from '#platform/log.ts';

/** How many items this process could not do since its start, by job. */
export type FailedItems = Map<string, number>;

type Told = { log: Log; failedItems: FailedItems };

/** Processes one of the many items of a job. A failure is logged with `about`, which names the item, and
 * counted (`toolyard_failed_items_total`); returns false then. The caller must retry the item. */
export async function doAlone(
  { log, failedItems }: Told,
  job: string,
  about: Record<string, unknown>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    failedItems.set(job, (failedItems.get(job) ?? 0) + 1);
    log.error({ err: error, job, ...about }, 'a job could not do one of its items');
    return false;
  }
}

/** Processes many items, each independently with `doAlone`; returns those that failed. */
export async function forEachAlone<Item>(
  told: Told,
  job: string,
  items: Iterable<Item> | AsyncIterable<Item>,
  { about, work }: { about: (item: Item) => Record<string, unknown>; work: (item: Item) => Promise<unknown> },
): Promise<Item[]> {
  const failed: Item[] = [];
  for await (const item of items)
    if (!(await doAlone(told, job, about(item), () => work(item)))) failed.push(item);
  return failed;
}

/** A part of a list of rows in ascending order of their ids: up to `limit` after `afterId`. */
export type Page = { afterId: string | undefined; limit: number };

const PAGE_ROWS = 100;

/** Reads a list page by page, each when the items before it are done. */
export async function* inPages<Item>(
  read: (page: Page) => Promise<Item[]>,
  idOf: (item: Item) => string,
): AsyncIterable<Item> {
  let afterId: string | undefined;
  do {
    const items = await read({ afterId, limit: PAGE_ROWS });
    yield* items;
    const last = items.at(-1);
    afterId = last !== undefined && items.length === PAGE_ROWS ? idOf(last) : undefined;
  } while (afterId !== undefined);
}

import { AsyncLocalStorage } from 'node:async_hooks';

/** The queue is too long: another request would time out. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
  readonly retryAfterSeconds: number;

  constructor(what: string, retryAfterSeconds: number) {
    super(`too many wait for ${what}`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Runs up to `most` at once, and up to `mostOfOne` per client. A free slot goes to the next `client` in
 * rotation, however many requests another has queued: `currentTurnTaker`, or whatever else they share. */
export function limitConcurrency(
  most: number,
  mostOfOne = most,
): <Result>(run: () => Promise<Result>, client: string) => Promise<Result> {
  // Queues in the order in which they get the next slot.
  const lines = new Map<string, (() => void)[]>();
  const underWay = new Map<string, number>();
  let places = most;

  const isFree = (client: string) => places > 0 && (underWay.get(client) ?? 0) < mostOfOne;

  function take(client: string): void {
    places -= 1;
    underWay.set(client, (underWay.get(client) ?? 0) + 1);
  }

  function leave(client: string): void {
    places += 1;
    const rest = (underWay.get(client) ?? 1) - 1;
    if (rest > 0) underWay.set(client, rest);
    else underWay.delete(client);
    const [next, line = []] = [...lines].find(([waiting]) => isFree(waiting)) ?? [];
    if (next === undefined) return;
    const letIn = line.shift();
    lines.delete(next);
    if (line.length > 0) lines.set(next, line);
    take(next);
    letIn?.();
  }

  return async (run, client) => {
    if (isFree(client)) take(client);
    else {
      const line = lines.get(client) ?? [];
      lines.set(client, line);
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await run();
    } finally {
      // Work that awaits no I/O would otherwise keep the event loop from hearing other clients.
      setImmediate(leave, client);
    }
  };
}

/** Waits for `answer` up to `withinMs`, then for what `late` returns or throws; a later answer is ignored. */
export async function withTimeout<Answer>(
  answer: Promise<Answer>,
  withinMs: number,
  late: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, withinMs);
  try {
    return await Promise.race([answer, promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Two are as fast for one request as six: the next query begins as soon as one is answered. A request that
 * is in a transaction can still query outside it. */
const MOST_AT_ONCE = 2;

type Turns = ReturnType<typeof limitConcurrency>;

const underWay = new AsyncLocalStorage<Turns>();

/** Runs `work`, and everything it starts, over at most `MOST_AT_ONCE` connections at once, so that others get
 * theirs. */
export function withFewConnections<Result>(work: () => Result): Result {
  return underWay.run(limitConcurrency(MOST_AT_ONCE), work);
}

type Lent = { release(problem?: Error | boolean): void };

/** Borrows a connection when it is the caller's turn; the turn ends when the connection is released. */
export async function borrowInTurn<Client extends Lent>(borrow: () => Promise<Client>): Promise<Client> {
  const inTurn = underWay.getStore();
  if (!inTurn) return borrow();
  const lent = Promise.withResolvers<Client>();
  const given = Promise.withResolvers<void>();
  const lend = async () => {
    const client = await borrow();
    const release = client.release.bind(client);
    client.release = (problem) => {
      given.resolve();
      release(problem);
    };
    lent.resolve(client);
    await given.promise;
  };
  // The turns are one request's own.
  inTurn(lend, '').catch(lent.reject);
  return lent.promise;
}

const background = new AsyncLocalStorage<true>();

/** Runs `work`, and everything it starts, over the connections of background work: visitors' requests have
 * others, and never wait behind it. */
export function runInBackground<Result>(work: () => Result): Result {
  return background.run(true, work);
}

export const isInBackground = (): boolean => background.getStore() === true;

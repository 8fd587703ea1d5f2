/** So many already wait for something that one more would only wait in vain. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
  readonly retryAfterSeconds: number;

  constructor(what: string, retryAfterSeconds: number) {
    super(`too many wait for ${what}`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Runs up to `most` at once, and `mostOfOne` of one client. A free place goes to the next `client` in the
 * round, however much another asks for. */
export function limitConcurrency(
  most: number,
  mostOfOne = most,
): <Result>(run: () => Promise<Result>, client?: string) => Promise<Result> {
  // In the order in which they get the next place.
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

  return async (run, client = '') => {
    if (isFree(client)) take(client);
    else {
      const line = lines.get(client) ?? [];
      lines.set(client, line);
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await run();
    } finally {
      // Work that waits for nothing outside would keep everybody else waiting to be heard.
      setImmediate(leave, client);
    }
  };
}

/** Waits for `answer` so long (milliseconds), then goes by what `late` gives or throws; what
 * comes after that is not heard. */
export async function withTimeout<Answer>(
  answer: Promise<Answer>,
  withinMs: number,
  late: () => Answer,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, withinMs);
  try {
    return await Promise.race([answer, promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

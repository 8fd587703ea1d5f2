/** So many already wait for something that one more would only wait in vain. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
  readonly retryAfterSeconds: number;

  constructor(what: string, retryAfterSeconds: number) {
    super(`too many wait for ${what}`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Runs up to `most` at once. A free place goes to the next `client` in the round, however much another asks for. */
export function limitConcurrency(
  most: number,
): <Result>(run: () => Promise<Result>, client?: string) => Promise<Result> {
  // In the order in which they get the next place.
  const lines = new Map<string, (() => void)[]>();
  let underWay = 0;

  function letNextIn(): void {
    const [next] = lines;
    if (!next) {
      underWay -= 1;
      return;
    }
    const [client, line] = next;
    const letIn = line.shift();
    lines.delete(client);
    if (line.length > 0) lines.set(client, line);
    letIn?.();
  }

  return async (run, client = '') => {
    if (underWay < most) underWay += 1;
    else {
      const line = lines.get(client) ?? [];
      lines.set(client, line);
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await run();
    } finally {
      // Work that waits for nothing outside would keep everybody else waiting to be heard.
      setImmediate(letNextIn);
    }
  };
}

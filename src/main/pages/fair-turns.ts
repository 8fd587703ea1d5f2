/** Lets work be done a little at a time, in turns between those who ask for it. */
export type FairTurns = {
  /**
   * Does `work` once it is the turn of `client`, or not at all when `gone` says before then that nobody waits any more.
   * Resolves with undefined in that case.
   */
  take<Result>(client: string, gone: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined>;
};

/**
 * Lets `atOnce` be under way. Whoever asks for much waits for themselves: each place that becomes free goes to the next
 * client in the round, so that somebody who asks for one thing waits for one of each at most.
 */
export function createFairTurns(atOnce: number): FairTurns {
  // In the order in which they get the next place.
  const lines = new Map<string, Set<() => void>>();
  let underWay = 0;

  function letNextIn(): void {
    const [next] = lines;
    if (!next) {
      underWay -= 1;
      return;
    }
    const [client, line] = next;
    const [letIn] = line;
    lines.delete(client);
    if (letIn) line.delete(letIn);
    if (line.size > 0) lines.set(client, line);
    letIn?.();
  }

  /** Resolves with whether the turn came before nobody waited any more. */
  function turnOf(client: string, gone: AbortSignal): Promise<boolean> {
    if (gone.aborted) return Promise.resolve(false);
    if (underWay < atOnce) {
      underWay += 1;
      return Promise.resolve(true);
    }
    const line = lines.get(client) ?? new Set();
    lines.set(client, line);
    return new Promise((resolve) => {
      const letIn = () => resolve(true);
      line.add(letIn);
      gone.addEventListener('abort', () => {
        line.delete(letIn);
        if (line.size === 0 && lines.get(client) === line) lines.delete(client);
        resolve(false);
      });
    });
  }

  return {
    async take(client, gone, work) {
      if (!(await turnOf(client, gone))) return undefined;
      try {
        return await work();
      } finally {
        // Work that waits for nothing outside would keep everybody else waiting to be heard.
        setImmediate(letNextIn);
      }
    },
  };
}

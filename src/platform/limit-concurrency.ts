/** Runs what it is given at once while fewer than `most` are under way, else in turn. */
export function limitConcurrency(most: number): <Result>(run: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  return async (run) => {
    // One that ends hands its place to the next in line, so the count stays as it is.
    if (underWay < most) underWay += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay -= 1;
    }
  };
}

import { Session } from 'node:inspector/promises';

/** Counts how often pieces of the shop's own code run during each of some works: a cost that is independent
 * of the machine's load. Steps inside a regular expression or a built-in function are not counted. */
export async function countWork(works: (() => unknown)[]): Promise<number[]> {
  const session = new Session();
  session.connect();
  const take = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const own = result.filter(({ url }) => /\/(?:src|packages)\//.test(url));
    return own
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
      .reduce((sum, count) => sum + count, 0);
  };
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await take();
    const counts: number[] = [];
    for (const work of works) {
      await work();
      counts.push(await take());
    }
    return counts;
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

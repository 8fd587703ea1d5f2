import { createHttpClient, NoReply } from '#tests/faults/support/http-client.ts';

/** What came of many reads. */
export type ReadLog = {
  reads: number;
  /** Reads that were answered at the second try only, and those that were not even then. */
  again: string[];
  failed: string[];
};

/** People who look around until they are told that it is over. */
export type ReadingCrowd = { log: ReadLog; goHome(): Promise<void> };

const READERS = 3;

/** A price that nobody has asked by yet, so that no kept answer will do. */
let price = 1_000_000;

/** Sends people to look around at an origin, each at one page after the other. */
export function sendReaders(origin: string, toolId: string): ReadingCrowd {
  const log: ReadLog = { reads: 0, again: [], failed: [] };
  const http = createHttpClient();
  const paths = () => [
    '/',
    '/tool',
    `/tool?limit=6&priceMax=${price++}`,
    `/tool/${toolId}`,
    '/tools',
    '/review',
  ];
  let isOver = false;

  /** The trouble with one try, if there was any. */
  async function look(path: string): Promise<string | undefined> {
    try {
      const { status } = await http.call(origin, 'GET', path);
      return status === 200 ? undefined : `GET ${path}: ${status}`;
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      return `GET ${path}: ${error.message}`;
    }
  }

  async function read(path: string): Promise<void> {
    log.reads += 1;
    const first = await look(path);
    if (first === undefined) return;
    const second = await look(path);
    if (second === undefined) log.again.push(first);
    else log.failed.push(second);
  }

  const everybody = Array.from({ length: READERS }, async () => {
    while (!isOver) for (const path of paths()) await read(path);
  });
  return {
    log,
    async goHome() {
      isOver = true;
      await Promise.all(everybody);
      http.close();
    },
  };
}

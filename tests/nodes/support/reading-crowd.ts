import { createHttpClient, NoReply } from '#tests/faults/support/http-client.ts';

/** The results of many reads. */
export type ReadLog = {
  reads: number;
  /** `again`: reads answered only at the second try; `failed`: reads not answered even then. */
  again: string[];
  failed: string[];
};

/** People who browse until stopped. */
export type ReadingCrowd = { log: ReadLog; goHome(): Promise<void> };

const READERS = 3;

/** A price filter not used before, so no cached answer matches. */
let price = 1_000_000;

/** Sends people to browse an origin, each page after page. */
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

  /** The error of one try, if any. */
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

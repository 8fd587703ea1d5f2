import { setTimeout as pause } from 'node:timers/promises';
import { openingHeaders } from '#features/catalogue/rules.ts';

/** Each visitor waits this long for an answer, and no longer. */
const PATIENCE_MS = 10_000;
const BETWEEN_MS = 200;

/** What visitors ask of a node: what is kept, which they open the list with, the page, and what only the database
 * knows. */
const kinds = {
  kept: () => '/tool?limit=6',
  page: () => '/tools',
  searched: (nth: number) => `/tool?q=${nth.toString(36)}`,
} as const;
export type Asked = keyof typeof kinds;

/** People who look at the shop all the time. */
export type Visitors = {
  /** How many answers of a kind came. */
  answered(kind: Asked): number;
  /** What they should not have met. */
  surprises: string[];
  stop(): Promise<void>;
};

let asked = 0;

/** Sends visitors to a node. `mayRefuse`: what may be answered with 503 and Retry-After. */
export function sendVisitors(origin: string, mayRefuse: readonly Asked[] = []): Visitors {
  const counts = { kept: 0, page: 0, searched: 0 };
  const surprises: string[] = [];
  let isOver = false;
  const look = async (kind: Asked) => {
    while (!isOver) {
      const path = kinds[kind](asked++);
      const headers = kind === 'kept' ? openingHeaders : {};
      const reply = await fetch(origin + path, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }).then(
        async (answer) => (await answer.arrayBuffer()) && answer,
        (error: unknown) => String(error),
      );
      const isRefusal =
        typeof reply === 'object' &&
        reply.status === 503 &&
        reply.headers.has('retry-after') &&
        mayRefuse.includes(kind);
      if (typeof reply === 'string') surprises.push(`${path}: ${reply}`);
      else if (reply.status !== 200 && !isRefusal) surprises.push(`${path}: ${reply.status}`);
      else counts[kind] += 1;
      await pause(BETWEEN_MS);
    }
  };
  const looking = Promise.all((Object.keys(kinds) as Asked[]).map(look));
  return {
    answered: (kind) => counts[kind],
    surprises,
    async stop() {
      isOver = true;
      await looking;
    },
  };
}

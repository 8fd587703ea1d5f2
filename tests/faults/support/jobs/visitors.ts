import { setTimeout as pause } from 'node:timers/promises';
import { openingHeaders } from '#features/catalogue/rules.ts';

/** Each visitor waits this long for an answer, and no longer. */
const PATIENCE_MS = 10_000;
const BETWEEN_MS = 200;

/** What visitors ask of a node: what is kept, which they open the list with, the page, and what only the
 * database knows. */
const kinds = {
  kept: () => '/tool/cards?limit=6',
  page: () => '/tools',
  searched: (nth: number) => `/tool/cards?q=${nth.toString(36)}`,
} as const;
export type Asked = keyof typeof kinds;

/** People who look at the shop all the time. */
export type Visitors = {
  /** How many requests of a kind were answered; a refusal is no answer. */
  answered(kind: Asked): number;
  /** Lets these be answered with 503 and Retry-After from now on. */
  bear(refusals: readonly Asked[]): void;
  /** What they should not have met. */
  surprises: string[];
  stop(): Promise<void>;
};

let asked = 0;

/** Sends visitors to a node. */
export function sendVisitors(origin: string): Visitors {
  const counts = { kept: 0, page: 0, searched: 0 };
  let mayRefuse: readonly Asked[] = [];
  const surprises: string[] = [];
  let isOver = false;
  const look = async (kind: Asked) => {
    while (!isOver) {
      const path = kinds[kind](asked++);
      const headers = kind === 'kept' ? openingHeaders : {};
      const outcome = await fetch(origin + path, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }).then(
        async (reply) => {
          const words = await reply.text();
          if (reply.status === 200) return 'answered';
          const isRefusal = reply.status === 503 && reply.headers.has('retry-after');
          return isRefusal && mayRefuse.includes(kind) ? 'refused' : `${reply.status} ${words.slice(0, 500)}`;
        },
        String,
      );
      if (outcome === 'answered') counts[kind] += 1;
      else if (outcome !== 'refused') surprises.push(`${path}: ${outcome}`);
      await pause(BETWEEN_MS);
    }
  };
  const looking = Promise.all((Object.keys(kinds) as Asked[]).map(look));
  return {
    answered: (kind) => counts[kind],
    bear(refusals) {
      mayRefuse = refusals;
    },
    surprises,
    async stop() {
      isOver = true;
      await looking;
    },
  };
}

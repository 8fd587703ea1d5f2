import type { World } from './world.ts';

/** What can fail beside a job, outside of the shop's own processes and database. */
export type Part = 'mail server' | 'receiver' | 'image host' | 'disk' | 'card provider';

/** Something that a job is to bring about, as facts that the job did not write down for this: those of the
 * mail server, the receiver, the card provider's books, the ledgers, and rows. */
export type Piece = {
  job: string;
  /** Without these, the job waits; without others, it is done all the same. */
  needs?: Part[];
  facts: () => Promise<Record<string, unknown>>;
  expected: Record<string, unknown>;
};

/** Asks the shop for work, which waits in the outbox until it is let go, and says what comes of it. */
export type Begin = (world: World) => Promise<Piece[]>;

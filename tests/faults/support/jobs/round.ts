import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { toClientConfig } from '#platform/database/connection.ts';
import type { TakenMail } from '#tests/support/mail-server.ts';
import { until } from '#tests/support/until.ts';
import type { Begin, Part, Piece } from './piece.ts';
import { unfinishedJobs, type World } from './world.ts';

/** A longer wait means a permanent failure. What a killed process had begun is missed after ten seconds, and
 * what failed is tried again after pauses that double. */
const RECOVER_WITHIN_MS = 120_000;

/** How a job came through a failure: done while it lasted, or by itself afterwards; or another test says it, or
 * there is no such work beside it. */
export type Cell = 'meanwhile' | 'afterwards' | 'elsewhere' | 'does not apply';

/** Has each job of the table get its work. It waits. */
export async function beginAll(world: World, table: Record<string, Begin>): Promise<Piece[]> {
  const pieces = (await Promise.all(Object.values(table).map((begin) => begin(world)))).flat();
  for (const ask of world.lastly.splice(0)) await ask();
  return pieces;
}

type Difference = { job: string; seen: unknown; expected: unknown };

/** What is not as it should be, yet or any more. */
async function differencesOf(pieces: Piece[]): Promise<Difference[]> {
  const compared = pieces.map(async ({ job, facts, expected }) => {
    const seen = await facts().catch((error: unknown) => ({ error: String(error) }));
    return isDeepStrictEqual(seen, expected) ? [] : [{ job, seen, expected }];
  });
  return (await Promise.all(compared)).flat();
}

/** Waits until each piece is as it should be. @throws naming those that are not */
export async function becomeDone(pieces: Piece[], withinMs = RECOVER_WITHIN_MS): Promise<void> {
  let left = pieces;
  let differences: Difference[] = [];
  await until(
    'the jobs to be done',
    async () => {
      differences = await differencesOf(left);
      const jobs = new Set(differences.map(({ job }) => job));
      left = left.filter(({ job }) => jobs.has(job));
      return differences.length === 0;
    },
    withinMs,
    500,
  ).catch((cause: unknown) => {
    throw new Error(`not done: ${JSON.stringify(differences, null, 1)}`, { cause });
  });
}

/** Waits until nothing is under way any more, and returns what is otherwise then: lost, or done again. */
export async function settle(world: World, pieces: Piece[]): Promise<Difference[]> {
  let jobs: string[] = [];
  await until(
    'the outbox to settle',
    async () => {
      jobs = await unfinishedJobs(world);
      return jobs.length === 0;
    },
    RECOVER_WITHIN_MS,
    500,
  ).catch((cause: unknown) => {
    throw new Error(`unfinished: ${jobs.join('\n')}`, { cause });
  });
  return differencesOf(pieces);
}

/** Those that a failure of these parts leaves alone. */
export const notNeeding = (pieces: Piece[], broken: readonly Part[]): Piece[] =>
  pieces.filter(({ needs = [] }) => !needs.some((part) => broken.includes(part)));

/** What has reached others since it was made. */
export function startCounting({ mail, receiver, web }: World) {
  const before = [mail.mails.length, receiver.received.length, web.asked.length] as const;
  return {
    mails: () => mail.mails.slice(before[0]),
    hooks: () => receiver.received.slice(before[1]),
    pictures: () => web.asked.slice(before[2]),
  };
}

/** How many emails came again, under the same Message-ID, by which mailboxes know them; their words are of the
 * moment. @throws if somebody got two emails of one subject under different ones, which no round is to bring
 * about, or different emails under one */
export function repeatedMails(mails: TakenMail[]): number {
  const idOf = ({ headers }: TakenMail) => headers['message-id'] ?? '';
  const whatOf = ({ to, headers }: TakenMail) => `${to} ${headers.subject}`;
  const pairs = new Set(mails.map((mail) => `${whatOf(mail)} ${idOf(mail)}`)).size;
  const [ids, whats] = [new Set(mails.map(idOf)).size, new Set(mails.map(whatOf)).size];
  expect({ ids, whats }).toEqual({ ids: pairs, whats: pairs });
  return mails.length - ids;
}

/** Holds up every transaction that records what it does, jobs and requests alike, until released. */
export async function holdUp({ t }: World) {
  const client = new pg.Client(toClientConfig(t.owner));
  await client.connect();
  await client.query('begin; lock table audit_events in share mode');
  let ending: Promise<void> | undefined;
  return {
    /** How many transactions wait. */
    async waiting(): Promise<number> {
      const { rows } = await client.query(
        `select from pg_locks where relation = 'audit_events'::regclass and not granted`,
      );
      return rows.length;
    },
    release: () => (ending ??= client.end()),
  };
}

/** How many jobs are under way. */
export async function countActive({ t }: World): Promise<number> {
  const { rows } = await sql`select from pgboss.job where state = 'active'`.execute(t.shop.db);
  return rows.length;
}

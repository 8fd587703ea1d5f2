import { globSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BACKGROUND_CONNECTIONS } from '#platform/database/check-server.ts';
import { knownJobs } from '#server/shop/job-handlers.ts';
import type { TakenMail } from '#tests/support/mail-server.ts';
import { freePort } from '#tests/support/spawn-shop.ts';
import { until } from '#tests/support/until.ts';
import { addWebhook } from '#tests/support/webhook-receiver.ts';
import { limitFileSize } from './support/file-size-limit.ts';
import { catalogueJobs } from './support/jobs/catalogue-jobs.ts';
import { cleaningJobs } from './support/jobs/cleaning-jobs.ts';
import { moneyJobs } from './support/jobs/money-jobs.ts';
import { endpointPaths, peopleJobs } from './support/jobs/people-jobs.ts';
import type { Begin, Part, Piece } from './support/jobs/piece.ts';
import {
  becomeDone,
  beginAll,
  type Cell,
  countActive,
  holdUp,
  notNeeding,
  settle,
} from './support/jobs/round.ts';
import { type Asked, sendVisitors, type Visitors } from './support/jobs/visitors.ts';
import { openWorld, type World } from './support/jobs/world.ts';
import { descendantsOf } from './support/process-tree.ts';
import { reportFigure } from './support/report-figure.ts';

/** Every job, and how it gets work whose outcome is known beforehand. */
const table: Record<string, Begin> = { ...moneyJobs, ...peopleJobs, ...catalogueJobs, ...cleaningJobs };

const SLOW_MS = 9_000;

let world: World;
const cells = new Map<string, Map<string, Cell>>();
let visitors: Visitors | undefined;
/** How often visitors have been given the list that they open. */
let openedLists = 0;

beforeAll(async () => {
  world = await openWorld();
  const { t, admin, receiver } = world;
  const { origin } = new URL(receiver.url);
  for (const path of endpointPaths) await addWebhook(t, admin.token, origin + path, ['message.received']);
  await world.node.start();
});
afterEach(async () => {
  await visitors?.stop();
  openedLists += visitors?.answered('kept') ?? 0;
  visitors = undefined;
});
afterAll(() => world?.stop());

/** What a process does now and then without a job, by its file, and what a failure beside it can do to it. */
const nowAndThen: Record<string, string> = {
  'src/http/shed-load.ts': 'does not apply: looks at its own process alone',
  'src/platform/cache/cache-version.ts':
    'forgets what is kept while nothing is heard: tests/start/database-away.test.ts',
  'src/platform/database/rate-limiter.ts': 'adds up reads: tests/faults/near-limit.test.ts',
  'src/platform/database/visit-counter.ts': 'adds up page views: below',
  'src/server/api/health.ts': 'does not apply: looks, logs, and writes nothing',
  'src/server/shop/listen.ts': 'does not apply: closes connections at a stop',
  'src/server/shop/prepare-tables.ts': 'does not apply: before the shop opens',
};

test('every job of the shop, and all it does now and then without one, is in the tables', () => {
  expect(Object.keys(table).toSorted()).toEqual(knownJobs.names.toSorted());
  const files = globSync('src/{features,http,platform,server}/**/*.ts');
  const own = files.filter((file) => !/\.test\.ts$|\/web\//.test(file));
  const withTimer = own.filter((file) => readFileSync(file, 'utf8').includes('setInterval('));
  expect(withTimer.toSorted()).toEqual(Object.keys(nowAndThen).toSorted());
});

test('each periodic job is in the schedule', async () => {
  const rows = await world.t.asOwner('select name from pgboss.schedule');
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    knownJobs.periodic.map(({ job }) => job).toSorted(),
  );
});

/** What is broken, and the names of the failures for the table. */
type Failure = { name: string; broken?: Part[] };

/** Notes, for each job, how it came through a failure. */
function note({ name, broken = [] }: Failure, pieces: Piece[], cell: Cell): void {
  for (const { job, needs = [] } of pieces) {
    const row = cells.get(job) ?? new Map<string, Cell>();
    cells.set(job, row);
    const waits =
      cell === 'afterwards' && (broken.length === 0 || needs.some((part) => broken.includes(part)));
    if (waits || !row.has(name)) row.set(name, waits ? 'afterwards' : 'meanwhile');
  }
}

/** People look at the shop all through a failure; some have been answered before it. */
async function letVisitorsIn(mayRefuse: Asked[] = []): Promise<Visitors> {
  const looking = sendVisitors(world.node.origin, mayRefuse);
  visitors = looking;
  await answerMore(looking, ['kept', 'page', 'searched']);
  return looking;
}

/** Waits until visitors have been answered some times more. */
async function answerMore(looking: Visitors, kinds: Asked[]): Promise<void> {
  const before = kinds.map(looking.answered);
  await until('visitors to be answered', async () => {
    expect(looking.surprises).toEqual([]);
    return kinds.every((kind, nth) => looking.answered(kind) >= (before[nth] ?? 0) + 3);
  });
}

test('the database is away for 6 seconds', async () => {
  const { database, databasePlace } = world;
  const pieces = await beginAll(world, table);
  const looking = await letVisitorsIn(['searched']);
  const held = await holdUp(world);
  onTestFinished(held.release);
  await world.letGo();
  await until('jobs to be in the middle of their work', async () => (await held.waiting()) >= 3);
  database.moveTo({ host: '127.0.0.1', port: await freePort() }, 'cut off');
  await held.release();
  const away = pause(6_000);
  await answerMore(looking, ['kept', 'page']);
  await away;
  await answerMore(looking, ['kept', 'page']);
  database.moveTo(databasePlace, 'cut off');
  await becomeDone(pieces);
  await answerMore(looking, ['searched']);
  expect(await settle(world, pieces)).toEqual([]);
  expect(looking.surprises).toEqual([]);
  note({ name: 'database away 6 s' }, pieces, 'afterwards');
});

test('jobs hold every connection that they can have', async () => {
  const pieces = await beginAll(world, table);
  const looking = await letVisitorsIn();
  const held = await holdUp(world);
  onTestFinished(held.release);
  await world.letGo();
  await until('more jobs to be under way than get a connection', async () => {
    const [waiting, active] = await Promise.all([held.waiting(), countActive(world)]);
    return waiting >= BACKGROUND_CONNECTIONS && active > waiting;
  });
  await answerMore(looking, ['kept', 'page', 'searched']);
  await held.release();
  await becomeDone(pieces);
  expect(await settle(world, pieces)).toEqual([]);
  expect(looking.surprises).toEqual([]);
  note({ name: 'pool full' }, pieces, 'afterwards');
});

/** A part beside the shop that breaks, and is mended. */
const breaks: Record<Part, { break(): void; mend(): void }> = {
  'mail server': {
    // It has accepted the email, and never says so.
    break: () => world.mail.behave({ mail: () => 'hang after' }),
    mend() {
      world.mail.behave({});
      world.mail.cut();
    },
  },
  receiver: {
    break: () =>
      world.receiver.answer(async ({ path }) => {
        if (path === '/slow') await pause(SLOW_MS);
        if (path === '/endless') await new Promise<never>(() => undefined);
        return {};
      }),
    mend: () => world.receiver.answer(() => ({})),
  },
  'image host': {
    break: () => world.web.turn('off'),
    mend: () => world.web.turn('on'),
  },
  disk: {
    break: () => limitFiles(0),
    mend: () => limitFiles(),
  },
};

/** Limits what the node and its helpers can write to files. */
function limitFiles(bytes?: number): void {
  const pid = world.node.pid();
  for (const each of [pid, ...descendantsOf(pid).map((child) => child.pid)]) limitFileSize(each, bytes);
}

/** How many emails came again, to the same person under the same Message-ID, by which mailboxes know them. Their
 * words are of the moment: an order canceled may have been refunded since. */
function repeatedMails(mails: TakenMail[]): number {
  const copies = [...Map.groupBy(mails, ({ headers }) => headers['message-id']).values()];
  for (const same of copies)
    expect(new Set(same.map(({ headers, to }) => `${to} ${headers.subject}`)).size).toBe(1);
  return mails.length - copies.length;
}

/** Breaks parts beside the shop: what does not need them is done meanwhile, and the rest once they are mended. */
async function breakParts(...broken: Part[]): Promise<void> {
  const { mail } = world;
  const failure = { name: broken.join(', '), broken };
  const pieces = await beginAll(world, table);
  const looking = await letVisitorsIn();
  for (const part of broken) breaks[part].break();
  const takenBefore = mail.mails.length;
  await world.letGo();
  await becomeDone(notNeeding(pieces, broken));
  note(failure, pieces, 'meanwhile');
  if (broken.includes('mail server'))
    await until('emails to be accepted without an answer', async () => mail.mails.length > takenBefore);
  await answerMore(looking, ['kept', 'page', 'searched']);
  const unanswered = broken.includes('mail server') ? mail.mails.length - takenBefore : 0;
  for (const part of broken) breaks[part].mend();
  await becomeDone(pieces);
  expect(await settle(world, pieces)).toEqual([]);
  // Whether an email was accepted whose answer never came, nobody can tell: that one, and no other, comes twice.
  expect(repeatedMails(mail.mails.slice(takenBefore))).toBe(unanswered);
  expect(looking.surprises).toEqual([]);
  note(failure, pieces, 'afterwards');
}

const parts = Object.keys(breaks) as Part[];

test('everything beside the shop fails together', () => breakParts(...parts));

test('page views of all that time are added up when the process stops', async () => {
  const { node } = world;
  expect(await node.end('SIGTERM'), node.printed().slice(-2_000)).toEqual({ code: 0, signal: null });
  const [seen] = await world.t.asOwner(
    `select sum(views)::integer as views from page_views where kind = 'list'`,
  );
  expect(seen).toEqual({ views: openedLists });
  await node.start();
});

test('the table', () => {
  const failures = new Set([...cells.values()].flatMap((row) => [...row.keys()]));
  for (const row of cells.values()) expect(new Set(row.keys())).toEqual(failures);
  const all = [...cells.values()].flatMap((row) => [...row.values()]);
  const meanwhile = all.filter((cell) => cell === 'meanwhile').length;
  reportFigure(
    'every job beside every failure',
    `${cells.size} jobs × ${failures.size} failures (${[...failures].join('; ')}): ${meanwhile} done meanwhile, ${all.length - meanwhile} by themselves afterwards; 0 lost, 0 done twice; visitors answered in all`,
  );
});

import { globSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BACKGROUND_CONNECTIONS } from '#platform/database/check-server.ts';
import { knownJobs } from '#server/shop/job-handlers.ts';
import { freePort } from '#tests/support/spawn-shop.ts';
import { until } from '#tests/support/until.ts';
import { addWebhook } from '#tests/support/webhook-receiver.ts';
import { type Break, breaks, cardBreaks } from './support/jobs/breaks.ts';
import type { Cards } from './support/jobs/cards.ts';
import { catalogueJobs } from './support/jobs/catalogue-jobs.ts';
import { cleaningJobs } from './support/jobs/cleaning-jobs.ts';
import { moneyJobs } from './support/jobs/money-jobs.ts';
import { endpointPaths, peopleJobs } from './support/jobs/people-jobs.ts';
import type { Begin, Piece } from './support/jobs/piece.ts';
import {
  becomeDone,
  beginAll,
  type Cell,
  countActive,
  holdUp,
  notNeeding,
  repeatedMails,
  settle,
  startCounting,
} from './support/jobs/round.ts';
import { type Asked, sendVisitors, type Visitors } from './support/jobs/visitors.ts';
import { openWorld, type World } from './support/jobs/world.ts';
import { reportFigure } from './support/report-figure.ts';
import { isFull } from './support/scale.ts';
import type { ShopProcess } from './support/shop-process.ts';

/** Every job, and how it gets work whose outcome is known beforehand. */
const table: Record<string, Begin> = { ...moneyJobs, ...peopleJobs, ...catalogueJobs, ...cleaningJobs };

/** Longer than PostgreSQL's answer to a statement is awaited. */
const FROZEN_SECONDS = 20;
const everything: Asked[] = ['kept', 'page', 'searched'];

let world: World;
const cells = new Map<string, Map<string, Cell>>();
/** How often the second process, which is killed last, has given visitors the list that they open. */
let openedLists = 0;

beforeAll(async () => {
  world = await openShop();
});
afterAll(() => world?.stop());

/** Opens a shop of two processes that tells three receivers. */
async function openShop(provider?: Cards['kind']): Promise<World> {
  const opened = await openWorld(provider);
  const { origin } = new URL(opened.receiver.url);
  for (const path of endpointPaths)
    await addWebhook(opened.t, opened.admin.token, origin + path, ['message.received']);
  await opened.lose('send-mail', { mail: 'safety' });
  await Promise.all(opened.nodes.map((node) => node.start()));
  return opened;
}

/** What a process does now and then without a job, by its file, and what a failure beside it can do to it. */
const nowAndThen: Record<string, string> = {
  'src/http/shed-load.ts': 'does not apply: looks at its own process alone',
  'src/platform/cache/cache-version.ts':
    'forgets what is kept while nothing is heard: tests/start/database-away.test.ts',
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

/** Notes how each job came through failures. */
function note(failures: string[], pieces: Piece[], cellOf: (piece: Piece) => Cell): void {
  for (const job of knownJobs.names) {
    const its = pieces.filter((piece) => piece.job === job).map(cellOf);
    const row = cells.get(job) ?? new Map<string, Cell>();
    cells.set(job, row);
    for (const name of failures)
      row.set(name, its.find((cell) => cell === 'afterwards') ?? its[0] ?? 'does not apply');
  }
}

/** People look at a node until the test ends; they have been answered when this returns. */
async function letVisitorsIn(node: ShopProcess): Promise<Visitors> {
  const looking = sendVisitors(node.origin);
  onTestFinished(async () => {
    await looking.stop();
    if (node === world.nodes[1]) openedLists += looking.answered('kept');
  });
  await answerMore(looking, everything);
  return looking;
}

/** Waits until visitors have been answered some times more. */
async function answerMore(looking: Visitors, kinds: Asked[]): Promise<void> {
  const before = kinds.map(looking.answered);
  await until('visitors to be answered', async () => {
    expect(looking.surprises.join('\n')).toBe('');
    return kinds.every((kind, nth) => looking.answered(kind) >= (before[nth] ?? 0) + 3);
  });
}

/** What is given work, and what has reached others since. */
type Round = { pieces: Piece[]; reached: ReturnType<typeof startCounting> };

/** Gives every job work and has something fail beside it: afterwards all is done, nothing is done twice, and
 * the visitors that `strike` returns were answered all the time. */
async function comeThrough(strike: (round: Round) => Promise<Visitors>): Promise<Round> {
  const pieces = await beginAll(world, table);
  const round = { pieces, reached: startCounting(world) };
  const looking = await strike(round);
  await becomeDone(pieces);
  await answerMore(looking, everything);
  expect(await settle(world, pieces)).toEqual([]);
  expect(looking.surprises.join('\n')).toBe('');
  return round;
}

type HeldUp = Awaited<ReturnType<typeof holdUp>>;

/** Waits until jobs hold every connection that a node has for them, in the middle of their work. */
async function fillPool(): Promise<HeldUp> {
  const held = await holdUp(world);
  onTestFinished(held.release);
  await world.letGo();
  await until('more jobs to be under way than get a connection', async () => {
    const [waiting, active] = await Promise.all([held.waiting(), countActive(world)]);
    return waiting >= BACKGROUND_CONNECTIONS && active > waiting;
  });
  return held;
}

/** Takes the database away from the processes for a time, or stops it, while jobs are `held` up in it; what is
 * kept is shown all the same. */
async function takeDatabaseAway(
  looking: Visitors,
  { seconds, how, held }: { seconds: number; how: 'cut off' | 'frozen'; held: HeldUp },
): Promise<void> {
  const { database, databasePlace } = world;
  looking.bear(['searched']);
  if (how === 'frozen') database.freeze();
  else database.moveTo({ host: '127.0.0.1', port: await freePort() }, how);
  await held.release();
  try {
    const away = pause(seconds * 1000);
    await answerMore(looking, ['kept', 'page']);
    await away;
    await answerMore(looking, ['kept', 'page']);
  } finally {
    if (how === 'frozen') database.thaw();
    else database.moveTo(databasePlace, how);
  }
}

test('jobs hold every connection, their process is killed, and the database is away for 6 seconds', async () => {
  const [victim, survivor] = world.nodes;
  const { pieces, reached } = await comeThrough(async ({ pieces }) => {
    // What a killed process had sent is sent again after a minute: tests/faults/webhooks-out.test.ts
    await world.letGo('deliver-webhooks');
    await becomeDone(pieces.filter(isWebhook));
    const watching = await letVisitorsIn(victim);
    survivor.signal('SIGSTOP');
    const held = await fillPool();
    await answerMore(watching, everything);
    await watching.stop();
    survivor.signal('SIGCONT');
    const looking = await letVisitorsIn(survivor);
    await victim.end('SIGKILL');
    await takeDatabaseAway(looking, { seconds: 6, how: 'cut off', held });
    await victim.start();
    return looking;
  });
  repeatedMails(reached.mails());
  note(['pool full', 'killed', 'database away 6 s'], pieces, (piece) =>
    isWebhook(piece) ? 'elsewhere' : 'afterwards',
  );
});

const isWebhook = ({ job }: Piece) => job === 'deliver-webhooks';

/** Breaks parts until they are mended, or the test ends. */
function strikeParts(failing: Record<string, Break>) {
  const struck = Object.values(failing).map((each) => each.strike(world));
  const mend = () => {
    for (const each of struck) each.mend();
  };
  onTestFinished(mend);
  return { struck, mend };
}

/** Breaks parts beside two processes: what does not need them is done meanwhile, and the rest once they are
 * mended; what can be known to have been done is done once. */
async function breakParts(failing: Record<string, Break>): Promise<Piece[]> {
  const broken = Object.values(failing).map(({ part }) => part);
  let unanswered = 0;
  const { pieces, reached } = await comeThrough(async ({ pieces, reached }) => {
    const looking = await letVisitorsIn(world.nodes[1]);
    const { struck, mend } = strikeParts(failing);
    await world.letGo();
    await becomeDone(notNeeding(pieces, broken));
    await until('the failures to be felt', async () => struck.every(({ isFelt }) => isFelt?.() ?? true));
    await answerMore(looking, everything);
    if (broken.includes('mail server')) unanswered = reached.mails().length;
    mend();
    return looking;
  });
  // Whether an email was accepted whose answer never came, nobody can tell: only that one comes twice.
  expect(repeatedMails(reached.mails())).toBe(unanswered);
  const answering = endpointPaths.filter((path) => path === '/quick' || !broken.includes('receiver'));
  const hooks = reached.hooks().filter(({ path }) => answering.some((each) => path === each));
  for (const sent of [hooks.map(({ path, id }) => `${path} ${id}`), reached.pictures()])
    expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  note([Object.keys(failing).join(', ')], pieces, ({ needs = [] }) =>
    needs.some((part) => broken.includes(part)) ? 'afterwards' : 'meanwhile',
  );
  return pieces;
}

test('everything beside two processes fails together', async () => {
  note(['two processes'], await breakParts(breaks), () => 'meanwhile');
});

test.each(isFull ? Object.entries(breaks) : [])('%s, alone', async (name, each) => {
  await breakParts({ [name]: each });
});

/** Lets jobs go until emails and webhooks are under way whose answers do not come, and others are in the middle
 * of their transactions. */
async function beInTheMiddle({ reached }: Round, failing: Record<string, Break>) {
  const { struck, mend } = strikeParts(failing);
  await world.letGo('send-mail', 'deliver-webhooks');
  const unanswered = () => reached.hooks().filter(({ path }) => path !== '/quick');
  await until('three webhooks to be under way', async () => unanswered().length >= 3);
  await until('the failures to be felt', async () => struck.every(({ isFelt }) => isFelt?.() ?? true));
  return { held: await fillPool(), mend };
}

/** What leaves emails and webhooks without an answer. */
const unanswering = Object.fromEntries(
  Object.entries(breaks).filter(([, { part }]) => part === 'mail server' || part === 'receiver'),
);

const awayFor = [
  { seconds: 6, how: 'cut off' },
  { seconds: 60, how: 'cut off' },
  { seconds: FROZEN_SECONDS, how: 'frozen' },
] as const;

test.each(isFull ? awayFor : [])(
  'the database is $how for $seconds seconds while webhooks are under way',
  async ({ seconds, how }) => {
    const { pieces, reached } = await comeThrough(async (round) => {
      const looking = await letVisitorsIn(world.nodes[1]);
      const { held, mend } = await beInTheMiddle(round, unanswering);
      await takeDatabaseAway(looking, { seconds, how, held });
      mend();
      return looking;
    });
    repeatedMails(reached.mails());
    note([`database ${how === 'frozen' ? how : 'away'} ${seconds} s`], pieces, () => 'afterwards');
  },
);

test.each(isFull ? ['killed'] : [])(
  'a process is %s while emails and webhooks are under way',
  async (how) => {
    const [victim, survivor] = world.nodes;
    const { pieces, reached } = await comeThrough(async (round) => {
      // All that is under way is the victim's.
      survivor.signal('SIGSTOP');
      const { held, mend } = await beInTheMiddle(round, unanswering);
      survivor.signal('SIGCONT');
      const looking = await letVisitorsIn(survivor);
      await victim.end('SIGKILL');
      mend();
      await held.release();
      await victim.start();
      return looking;
    });
    repeatedMails(reached.mails());
    note([how], pieces, () => 'afterwards');
  },
);

test('page views of all that time are added up when the processes stop', async () => {
  const endings = await Promise.all(world.nodes.map((node) => node.end('SIGTERM')));
  const printed = world.nodes.map((node) => node.printed().slice(-2_000)).join('\n');
  expect(endings, printed).toEqual(world.nodes.map(() => ({ code: 0, signal: null })));
  const [seen] = await world.t.asOwner(
    `select sum(views)::integer as views from page_views where kind = 'list'`,
  );
  expect(seen).toEqual({ views: openedLists });
});

test.each(isFull ? Object.entries(cardBreaks) : [])('%s', async (name, each) => {
  await world.stop();
  world = await openShop('stripe');
  await breakParts({ [name]: each });
});

test('the table', () => {
  const failures = new Set([...cells.values()].flatMap((row) => [...row.keys()]));
  const all = [...cells].flatMap(([job, row]) => [...row].map(([name, cell]) => ({ job, name, cell })));
  const count = (wanted: Cell) => all.filter(({ cell }) => cell === wanted).length;
  for (const { job, name, cell } of all)
    if (cell === 'does not apply')
      expect([job, Object.keys(cardBreaks)]).toEqual([
        'deliver-sandbox-webhook',
        expect.arrayContaining([name]),
      ]);
  reportFigure(
    'every job beside every failure',
    `${cells.size} jobs × ${failures.size} failures (${[...failures].join('; ')}): ${count('meanwhile')} done meanwhile, ${count('afterwards')} by themselves afterwards; 0 lost, 0 done twice; visitors answered in all`,
  );
});

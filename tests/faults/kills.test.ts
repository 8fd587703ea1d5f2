import { afterEach, expect, test } from 'vitest';
import { until } from '#tests/support/until.ts';
import { compareWithLog, type Differences } from './support/compare-log.ts';
import { type CrowdLog, countTold } from './support/crowd-log.ts';
import { readyForCrowd } from './support/crowd-shop.ts';
import { findUnsettled } from './support/find-unsettled.ts';
import { type KillablePostgres, startKillablePostgres } from './support/killable-postgres.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';
import { sendShopping } from './support/shopping-crowd.ts';

const BUYERS = scaled(32, 16);
const KILLS = scaled(50, 1);
/** A longer wait means a permanent failure. A busy machine needs time. */
const RECOVER_WITHIN_MS = 60_000;

/** Loses the commits of the last seconds: the WAL stays in PostgreSQL's own memory for long. */
const forgetful = {
  synchronous_commit: 'off',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '1GB',
  wal_buffers: '64MB',
};

let postgres: KillablePostgres | undefined;
let fleet: ShopFleet | undefined;
afterEach(async () => {
  await (fleet ? fleet.stop() : postgres?.drop());
  postgres = undefined;
  fleet = undefined;
});

async function open(settings?: Record<string, string>) {
  postgres = await startKillablePostgres(settings);
  fleet = await startShopFleet(2, { database: postgres });
  return { postgres, fleet };
}

/** The result of one round. `recoveryMs`: from the restart of everything to a settled state. */
type Round = { log: CrowdLog; differences: Differences; broken: string[]; recoveryMs: number };

/** People shop; meanwhile something is killed and restarted; then everything must recover. */
async function shopThrough(
  fleet: ShopFleet,
  number: number,
  killAndRestart: () => Promise<void>,
): Promise<Round> {
  const { db } = fleet.shop;
  // New people in each round: access tokens expire before all rounds are done.
  const people = await readyForCrowd({ ...fleet, call: fleet.processes[0].call }, BUYERS);
  const origins = fleet.processes.map(({ origin }) => origin);
  const crowd = sendShopping(origins, people);
  // Varies the moment within the errands, of which the longest take nine answers.
  const answersBefore = 2 * BUYERS + ((number * 37 + 4 * BUYERS) % (9 * BUYERS));
  await until('people to be shopping', async () => crowd.answers() >= answersBefore, RECOVER_WITHIN_MS);
  await killAndRestart();
  const upAt = Date.now();
  await crowd.goHome();
  let broken: string[] = [];
  await until(
    'everything to come right',
    async () => {
      broken = await findUnsettled(db).catch((error: unknown) => [String(error)]);
      return broken.length === 0 || Date.now() - upAt > RECOVER_WITHIN_MS;
    },
    2 * RECOVER_WITHIN_MS,
  );
  const recoveryMs = Date.now() - upAt;
  return { log: crowd.log, broken, recoveryMs, differences: await compareWithLog(db, people, crowd.log) };
}

const nothing: Differences = { lost: [], doubled: [], otherwise: [] };

function expectNothingLost({ log, broken, differences }: Round): void {
  expect(log.surprises).toEqual([]);
  expect(broken).toEqual([]);
  expect(differences).toEqual(nothing);
}

function report(what: string, rounds: Round[]): void {
  const told = countTold(rounds.map(({ log }) => log));
  const longest = Math.max(...rounds.map(({ recoveryMs }) => recoveryMs));
  reportFigure(
    'no acknowledged order lost',
    `${what} killed -9 ${rounds.length} times under ${BUYERS} buyers: of ${told}, 0 lost, 0 doubled, 0 paid without charge, 0 charged without paid or refunded; every sum with its delivery and tax, every payment and refund with its paper, none missing in their numbers; settled ${(longest / 1000).toFixed(1)} s after being up again at the longest`,
  );
}

test(`the application is killed ${KILLS} times: nothing that anybody was told is lost`, async () => {
  const { fleet } = await open();
  const rounds: Round[] = [];
  for (let number = 0; number < KILLS; number++) {
    // One process, the other, both: a survivor continues alone meanwhile.
    const victims = fleet.processes.filter((_, index) => number % 3 === 2 || number % 3 === index);
    const round = await shopThrough(fleet, number, async () => {
      await Promise.all(victims.map((victim) => victim.end('SIGKILL')));
      await Promise.all(victims.map((victim) => victim.start()));
    });
    expectNothingLost(round);
    rounds.push(round);
  }
  report('the application', rounds);
});

test(`PostgreSQL is killed ${KILLS} times: nothing that anybody was told is lost`, {
  tags: ['sweep'],
}, async () => {
  const { fleet, postgres } = await open();
  const rounds: Round[] = [];
  for (let number = 0; number < KILLS; number++) {
    const round = await shopThrough(fleet, number, () => killDatabase(fleet, postgres));
    expectNothingLost(round);
    rounds.push(round);
  }
  report('PostgreSQL', rounds);
});

test('control: with synchronous_commit off, the same kill loses acknowledged orders', {
  tags: ['sweep'],
}, async () => {
  const { fleet, postgres } = await open(forgetful);
  const { differences } = await shopThrough(fleet, 1, () => killDatabase(fleet, postgres));
  expect(differences.lost.length).toBeGreaterThan(0);
  reportFigure(
    'no acknowledged order lost',
    `control: with synchronous_commit=off one kill of PostgreSQL lost ${differences.lost.length} things that somebody had been told of`,
  );
});

async function killDatabase(fleet: ShopFleet, postgres: KillablePostgres): Promise<void> {
  await postgres.killAndRestart();
  await until('both processes to be ready again', async () => {
    const replies = await Promise.all(fleet.processes.map(askWhetherReady));
    return replies.every(({ status }) => status === 200);
  });
}

/** A process survives its database: one that does not answer has ended, and its output says why. */
function askWhetherReady({ origin, printed }: FleetProcess): Promise<Response> {
  return fetch(`${origin}/readyz`).catch((cause: unknown) => {
    throw new Error(`a process of the shop ended by itself:\n${printed().slice(-3_000)}`, { cause });
  });
}

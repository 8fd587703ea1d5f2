import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { AppError } from '#contracts/app-error.ts';
import { SandboxError } from '#platform/payments/sandbox/card-check.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { deliveryMethod, setDelivery } from '#tests/support/charges.ts';
import { compareUnits, DELIVERY, moneyOf, takeNews } from '#tests/support/model/books.ts';
import { commands, makeWorld, settleAll } from '#tests/support/model/commands.ts';
import { readMoney, readTold } from '#tests/support/model/told.ts';
import { type Choice, readUser, type World } from '#tests/support/model/world.ts';
import { giveBankDetails } from '#tests/support/open-invoices.ts';
import { forgetJobs } from '#tests/support/outbox.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf, testForm } from '#tests/support/test-form.ts';

const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? (testForm === 'full' ? 10_000 : roundsOf(500)));
const LONGEST = 16;
/** Number of concurrent sequences. */
const LANES = 4;

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '12', SHOP_MAX_HOLDS: '50' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => readUser(t, admin));

beforeAll(async () => {
  const { cents, freeFrom } = DELIVERY;
  const method = deliveryMethod({ kind: 'free_over', price: cents / 100, freeFrom: freeFrom / 100 });
  await setDelivery(t, admin, { methods: [method] });
  await giveBankDetails(t);
});

type Name = keyof typeof commands;

/** The most frequent actions have the most weight. */
const weights: Partial<Record<Name, number>> = {
  place: 1,
  change: 5,
  startPayment: 5,
  charge: 3,
  settle: 3,
  reprice: 3,
};

/** One call, after which all units are counted. A refusal is fine; any other error is a fault. */
class Command implements fc.AsyncCommand<object, World> {
  readonly name: Name;
  readonly choice: Choice;

  constructor(name: Name, choice: Choice) {
    this.name = name;
    this.choice = choice;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, world: World): Promise<void> {
    try {
      await commands[this.name](world, this.choice);
    } catch (error) {
      if (!(error instanceof AppError || error instanceof SandboxError)) throw error;
    }
    const told = await readTold(world);
    takeNews(world, told);
    compareUnits(world, told);
  }

  toString(): string {
    const { a, b, c, yes } = this.choice;
    return `${this.name}(${a}, ${b}, ${c}, ${yes})`;
  }
}

const choice = fc.record({ a: fc.nat(5), b: fc.nat(5), c: fc.nat(5), yes: fc.boolean() });
const command = fc.oneof(
  ...(Object.keys(commands) as Name[]).map((name) => ({
    weight: weights[name] ?? 1,
    arbitrary: choice.map((chosen) => new Command(name, chosen)),
  })),
);

async function checkSequence(sequence: Iterable<fc.AsyncCommand<object, World>>): Promise<void> {
  const world = await makeWorld(t, staff);
  await fc.asyncModelRun(() => ({ model: {}, real: world }), sequence);
  await settleAll(world);
  const told = await readTold(world);
  takeNews(world, told);
  compareUnits(world, told);
  expect(await readMoney(world)).toEqual(moneyOf(world));
}

test(`${SEQUENCES} sequences of calls in any order: no unit and no cent is made or lost`, {
  timeout: 3_600_000,
}, async () => {
  const lanes = Array.from({ length: LANES }, () =>
    fc.assert(
      fc.asyncProperty(fc.commands([command], { maxCommands: LONGEST, size: 'max' }), checkSequence),
      { numRuns: Math.ceil(SEQUENCES / LANES), verbose: 1 },
    ),
  );
  await Promise.all(lanes);
  await forgetJobs(t.shop.db);
  expect(await findBrokenRules(t.shop.db, { isSettled: false })).toEqual([]);
});

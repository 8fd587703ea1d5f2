/** @module-tag sweep */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchive } from '#tests/support/archives.ts';
import { beginPayment, endPayment, expectStatus, placeOrder } from '#tests/support/buying.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const TABLE = 'in share row exclusive mode';
/** The moments of a kill: each is a lock for which the process waits while it is killed. */
const inExport = {
  begun: `lock table account_export_parts ${TABLE}`,
  'half written': 'lock table reviews in access exclusive mode',
  'about to end': 'select pg_advisory_xact_lock(42)',
};
const inErasure = {
  ...{ 'its lists': `lock table saved_lists ${TABLE}`, 'its copy': `lock table account_exports ${TABLE}` },
  ...{ 'its orders': `lock table orders ${TABLE}`, 'its quotes': `lock table quotes ${TABLE}` },
  ...{ 'its reviews': `lock table reviews ${TABLE}`, 'the user': `lock table users ${TABLE}` },
  ...{
    'sent emails': `lock table mailbox.messages ${TABLE}`,
    'the account': `lock table identity."user" ${TABLE}`,
  },
  'the audit trail': `lock table audit_events ${TABLE}`,
};
const KILLS = scaled(20, 1);
/** The moments in turn, from the last one on. */
function killsAt(moments: Record<string, string>): [string, string][] {
  const latestFirst = Object.entries(moments).toReversed();
  return Array.from({ length: KILLS }, () => latestFirst)
    .flat()
    .slice(0, KILLS);
}

let fleet: ShopFleet;
beforeAll(async () => {
  fleet = await startShopFleet(1);
  await sql`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(42); return new; end $$`.execute(fleet.shop.db);
  await sql`create trigger wait_for_test before update on account_exports
    for each row when (new.state = 'ready') execute function wait_for_test()`.execute(fleet.shop.db);
});
afterAll(() => fleet?.stop());

/** Kills the process while it waits for a lock, and starts it again. */
async function killAt(lock: string, begin: () => Promise<unknown>): Promise<void> {
  const { shop, processes } = fleet;
  await shop.db.transaction().execute(async (tx) => {
    await sql.raw(lock).execute(tx);
    const begun = begin().catch(() => undefined);
    await until(`something to wait for: ${lock}`, async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`.execute(shop.db);
      return rows.length > 0;
    });
    await processes[0].end('SIGKILL');
    await begun;
  });
  await processes[0].start();
}

/** Somebody with an order, a payment that was ended, and an address that is verified. */
async function makePerson(): Promise<TestUser> {
  const [t] = fleet.processes;
  const person = await fleet.makeUser();
  const { id: toolId } = await fleet.makeTool({ onHand: 10 });
  const order = await placeOrder(t, person, toolId);
  await beginPayment(t, person, order);
  await endPayment(t, person, order);
  expectStatus(
    await t.call('POST', '/lists', {
      token: person.token,
      body: { name: 'Mine', lines: [{ toolId, quantity: 1 }] },
    }),
    201,
  );
  return person;
}

const stateOf = async ({ token }: TestUser) =>
  (await fleet.processes[0].call<{ state: string }>('GET', '/account/export', { token })).body.state;

async function expectWholeCopy(person: TestUser): Promise<void> {
  await until('the copy to be made', async () => (await stateOf(person)) !== 'making', 60_000);
  const response = await fetch(`${fleet.processes[0].origin}/account/export/file`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const files = readArchive(Buffer.from(await response.arrayBuffer()));
  expect(JSON.parse(files.get('orders.json') ?? '')).toHaveLength(1);
}

/** What is left of a person where nothing, or everything, should be. */
async function countTraces({ userId, email }: TestUser): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from users where id = ${userId} and email = ${email}) as users,
      (select count(*)::integer from identity."user" where email = ${email}) as accounts,
      (select count(*)::integer from orders where user_id = ${userId} and email = ${email}) as orders,
      (select count(*)::integer from saved_lists where user_id = ${userId}) as lists,
      (select count(*)::integer from account_exports where user_id = ${userId}) as copies`.execute(
    fleet.shop.db,
  );
  return rows[0] ?? {};
}

test('a copy of somebody’s data, killed while it is made, is made again and whole', async () => {
  for (const [, lock] of killsAt(inExport)) {
    const person = await makePerson();
    const { call } = fleet.processes[0];
    await killAt(lock, () => call('POST', '/account/export', { token: person.token }));
    await expectWholeCopy(person);
  }
  reportFigure('leaving', `a copy killed -9 ${KILLS} times: whole each time, after a restart`);
});

test('an erasure that is killed has erased nothing, and is whole when it is repeated', async () => {
  const whole = { users: 1, accounts: 1, orders: 1, lists: 1, copies: 1 };
  for (const [moment, lock] of killsAt(inErasure)) {
    const person = await makePerson();
    const { call } = fleet.processes[0];
    await call('POST', '/account/export', { token: person.token });
    await expectWholeCopy(person);
    const erase = () => call<unknown>('DELETE', '/account', { token: person.token });
    await killAt(lock, erase);
    expect([moment, await countTraces(person)]).toEqual([moment, whole]);
    expect([moment, (await erase()).status]).toEqual([moment, 200]);
    expect(await countTraces(person)).toEqual({ users: 0, accounts: 0, orders: 0, lists: 0, copies: 0 });
  }
  reportFigure('leaving', `an erasure killed -9 ${KILLS} times: whole or not at all each time`);
});

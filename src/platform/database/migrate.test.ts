import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it, vi } from 'vitest';
import { lockTables } from './migrate.ts';

it('waits for all locks but the first for less than PostgreSQL takes to look for deadlocks', async () => {
  const asked: string[] = [];
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void asked.push(query.sql),
  });
  let now = 0;
  // Each wait takes 300 ms.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    const at = now;
    now += 300;
    return at;
  });
  await lockTables(db, [], ['orders', 'payments', 'tools', 'users']);
  clock.mockRestore();
  expect(asked.slice(1)).toEqual([
    'set local lock_timeout = 2000',
    'lock table orders in access exclusive mode',
    'set local lock_timeout = 200',
    'lock table payments in access exclusive mode',
    'set local lock_timeout = 1',
    'lock table tools in access exclusive mode',
    'set local lock_timeout = 1',
    'lock table users in access exclusive mode',
    'set local lock_timeout = 500',
  ]);
});

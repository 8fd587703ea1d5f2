import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { countTold } from '#tests/faults/support/crowd-log.ts';
import { reportFigure } from '#tests/faults/support/report-figure.ts';
import { nothingLost } from '#tests/nodes/support/under-load.ts';
import { setUp } from '#tests/support/set-up-shop.ts';
import { until } from '#tests/support/until.ts';
import { startFailoverShop } from './support/failover-shop.ts';
import { type Harm, underFailure } from './support/under-failure.ts';

const t = setUp(startFailoverShop);
afterAll(() => t.stop?.());

test('requests go through PgBouncer; LISTEN and jobs go past it', async () => {
  const { rows } = await sql<{ name: string; count: number }>`
    select regexp_replace(application_name, ' [0-9a-f]{8}$', '') as name, count(distinct client_addr)::integer as count
    from pg_stat_activity where datname = current_database() and application_name like 'toolyard%'
    group by 1`.execute(t.shop.db);
  const machines = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  expect(machines).toMatchObject({ 'toolyard pooled': 3, 'toolyard listener': 3, 'toolyard workers': 3 });
});

/** `withinMs`: the longest time that may pass without an order. */
type Named = { name: string; withinMs: number; hurt(): Promise<Harm> };

const harms: Named[] = [
  {
    name: 'the leader’s PostgreSQL killed',
    withinMs: 15_000,
    async hurt() {
      const leader = await t.database.leader();
      leader.signalAll('SIGKILL', 'postgres');
      return { leader, mend: () => undefined };
    },
  },
  {
    name: 'the leader’s machine frozen',
    withinMs: 30_000,
    async hurt() {
      const leader = await t.database.leader();
      leader.signalAll('SIGSTOP');
      return { leader, mend: () => leader.signalAll('SIGCONT') };
    },
  },
  {
    name: 'the synchronous standby’s machine frozen',
    withinMs: 30_000,
    async hurt() {
      const standby = await t.database.synchronousStandby();
      standby.signalAll('SIGSTOP');
      return { mend: () => standby.signalAll('SIGCONT') };
    },
  },
  {
    name: 'the leader’s machine cut off from the network',
    withinMs: 30_000,
    async hurt() {
      const leader = await t.database.leader();
      leader.setCable(false);
      return { leader, mend: () => leader.setCable(true) };
    },
  },
  {
    name: 'the leader of etcd killed',
    withinMs: 15_000,
    async hurt() {
      const machine = await t.database.etcdLeader();
      await machine.end('etcd', 'SIGKILL');
      await until(
        'another leader of etcd',
        async () => (await t.database.etcdLeader()).name !== machine.name,
      );
      return { mend: () => t.database.startEtcd(machine) };
    },
  },
  {
    name: 'the leader’s disk filled, and the lead handed over',
    withinMs: 30_000,
    async hurt() {
      const leader = await t.database.leader();
      const filler = join(leader.folder, 'filler');
      expect(() => execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'pipe' })).toThrow(
        'No space left on device',
      );
      await t.database.switchOver(leader);
      return { leader, mend: () => rmSync(filler) };
    },
  },
];

const repeats = Number(process.env.HA_TIMES ?? 1) - 1;

test.each(harms)('$name: nothing acknowledged is lost or doubled', { repeats }, async (harm) => {
  const { name, withinMs, hurt } = harm;
  const { seen, charged, longestMs } = await underFailure(t, hurt);
  const { reads, writes } = seen;
  reportFigure(
    'failover',
    `${name}: at most ${(longestMs / 1000).toFixed(1)} s without an order; ${reads.reads} reads, ${reads.again.length} answered at the second try, ${reads.failed.length} not; ${countTold([writes])}, ${writes.again.length} requests sent again`,
  );
  expect(seen).toMatchObject({ ...nothingLost, writes: { surprises: [] } });
  expect(charged).toEqual(nothingLost.differences);
  expect(t.till.problems).toEqual([]);
  expect(longestMs).toBeLessThan(withinMs);
});

import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#platform/config/config.ts';
import { readFile, unknownSettings } from '#tests/support/deploy-files.ts';

/** Compares the files for a database that fails over by itself with the shop and with each other. */

const readFailover = (name: string) => readFile(`deploy/failover/${name}`);
const haproxy = readFailover('haproxy.cfg');
const pgbouncer = readFailover('pgbouncer.ini');
const patroni = parse(readFailover('patroni.yml'));

const variablesOf = (name: string) =>
  Object.fromEntries(
    [...readFailover(name).matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
  );
const sectionOf = (name: string) =>
  haproxy.split(/^listen /m).find((section) => section.startsWith(name)) ?? '';
const portOf = (name: string) => Number(/bind 127\.0\.0\.1:(\d+)/.exec(sectionOf(name))?.[1]);

it('leads the shop to the ports of PgBouncer and HAProxy', () => {
  const shop = variablesOf('shop.env');
  expect(unknownSettings(Object.keys(shop))).toEqual([]);
  const { database } = readConfig({ ...shop, SHOP_SECRET: 's'.repeat(32) });
  expect(database).toMatchObject({
    connection: { port: Number(/^listen_port = (\d+)$/m.exec(pgbouncer)?.[1]), isLent: true },
    direct: { port: portOf('leader') },
    owner: { port: portOf('leader'), user: 'toolyard' },
  });
  expect(pgbouncer).toContain(`toolyard = host=127.0.0.1 port=${portOf('leader')}\n`);
  expect(pgbouncer).toContain('\npool_mode = transaction\n');
});

it('names the same three machines everywhere', () => {
  const etcd = variablesOf('etcd.env');
  const machines = [...(etcd.ETCD_INITIAL_CLUSTER ?? '').matchAll(/(db-\d)=http:\/\/([\d.]+):2380/g)];
  expect(machines).toHaveLength(3);
  expect(patroni.etcd.hosts).toBe(machines.map(([, , address]) => `${address}:2379`).join());
  expect([...sectionOf('leader').matchAll(/server (.+)$/gm)].map(([, server]) => server)).toEqual(
    machines.map(([, name, address]) => `${name} ${address}:5432`),
  );
});

it('loses nothing in a failover, and contains no secret', () => {
  const { ttl, loop_wait, retry_timeout, synchronous_mode } = patroni.bootstrap.dcs;
  expect(synchronous_mode).toBe(true);
  // A frozen standby holds up all commits for so long.
  expect(patroni.bootstrap.dcs.postgresql.parameters.wal_sender_timeout).toBe('10s');
  // Patroni's own rule; its newer versions allow no shorter time.
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
  expect(ttl).toBeGreaterThanOrEqual(20);
  for (const name of ['patroni.env', 'etcd.env', 'shop.env'])
    for (const [key, value] of Object.entries(variablesOf(name))) {
      if (key.endsWith('PASSWORD')) expect(value).toBe('');
      expect(value).not.toMatch(/:\/\/[^:/]+:(?!…)[^@/]+@/);
    }
});

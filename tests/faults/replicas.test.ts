/** @module-tag sweep */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { openReplicas } from '#platform/database/replicas.ts';
import { checkReplicas } from '#server/commands/checks.ts';
import { until } from '#tests/support/until.ts';
import { databaseUrl } from './support/database-url.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './support/replicated-postgres.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const ROUNDS = 3;

let database: ReplicatedPostgres;
let fleet: ShopFleet;

beforeAll(async () => {
  database = await startReplicatedPostgres();
  fleet = await startShopFleet(2, {
    database,
    environment: { DATABASE_REPLICA_URLS: databaseUrl(database.replica.appConnection) },
  });
});
afterAll(() => fleet?.stop());

let asked = 1_000_000;
const next = () => {
  asked += 1;
  return asked;
};

/** Queries not made before, so no cached answer matches. */
const anew = {
  list: () => `/tool?limit=6&priceMax=${next()}`,
  facets: () => `/tool/facets?priceMax=${next()}`,
  reviews: () => `/review?tool=${randomUUID()}`,
  page: () => `/tools?q=awl&priceMax=${next()}`,
};

async function read(shop: FleetProcess, path: string): Promise<string> {
  const { status, body } = await shop.call<unknown>('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

async function addTool(shop: FleetProcess, name: string): Promise<string> {
  const { img } = await fleet.makeTool();
  const body = {
    name,
    description: 'Pricks.',
    img,
    price: 12.5,
    min_order_quantity: 1,
    available_quantity: 9,
  };
  const reply = await shop.call<{ insertedId: string }>('POST', '/tool', { token: fleet.admin.token, body });
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.insertedId;
}

/** Waits until the replica has run a statement for each process of the shop in answer to a request. */
async function untilReplicaAnswers(question = anew.list): Promise<void> {
  await until('the replica to answer', async () => {
    const [now] = await database.replica.run('select clock_timestamp()::text as time');
    for (const shop of fleet.processes) await read(shop, question());
    const [row] = await database.replica.run(`
      select count(*)::integer as answers from pg_stat_activity where application_name = 'toolyard reader'
      and query_start > '${String(now?.time)}' and query not like '%pg_is_in_recovery%'`);
    return Number(row?.answers) >= fleet.processes.length;
  });
}

it.each(['list', 'facets', 'reviews', 'page'] as const)('answers: %s', (kind) =>
  untilReplicaAnswers(anew[kind]),
);

it('never serves data older than the reader’s change, nor caches it', async () => {
  const [near, far] = fleet.processes;
  if (!far) throw new Error('two processes are needed');
  for (let round = 0; round < ROUNDS; round += 1) {
    await untilReplicaAnswers();
    await database.replica.run('select pg_wal_replay_pause()');
    const name = `Awl of round ${round}`;
    const id = await addTool(near, name);
    // A new query reads the database; the others may be cached, now or from now on.
    expect(await read(near, anew.list())).toContain(name);
    expect(await read(far, anew.list())).toContain(name);
    for (const path of ['/tool?limit=6', '/', '/tools']) expect(await read(near, path)).toContain(name);
    await until('word of the new tool', async () => (await read(far, '/tool?limit=6')).includes(name));
    await database.replica.run('select pg_wal_replay_resume()');
    for (const path of ['/tool?limit=6', '/', '/tools']) {
      expect(await read(near, path)).toContain(name);
      expect(await read(far, path)).toContain(name);
    }
    await untilReplicaAnswers();
    await database.replica.run('select pg_wal_replay_pause()');
    await near.call('DELETE', `/tool/${id}`, { token: fleet.admin.token });
    expect(await read(far, anew.list())).not.toContain(name);
    for (const path of ['/tool?limit=6', '/', '/tools']) expect(await read(near, path)).not.toContain(name);
    await database.replica.run('select pg_wal_replay_resume()');
  }
});

/** Reads repeatedly while `work` runs: `read` asserts that each read is answered. */
async function readMeanwhile(work: () => Promise<void>): Promise<void> {
  const reading = { isOver: false };
  const readers = fleet.processes.flatMap((shop) =>
    Array.from({ length: 4 }, async () => {
      while (!reading.isOver) await read(shop, anew.list());
    }),
  );
  await Promise.all([work().finally(() => Object.assign(reading, { isOver: true })), ...readers]);
}

it('is not missed when it stops, and answers again when it is back', async () => {
  await untilReplicaAnswers();
  await readMeanwhile(async () => {
    await database.replica.stop();
    for (const shop of fleet.processes) await read(shop, anew.page());
    await database.replica.start();
  });
  await untilReplicaAnswers();
});

it('is not missed when it no longer responds', async () => {
  await untilReplicaAnswers();
  await readMeanwhile(async () => {
    await database.replica.freeze();
    for (const shop of fleet.processes) await read(shop, anew.page());
    await database.replica.thaw();
  });
  await untilReplicaAnswers();
});

/** Opens replicas in the test's own process; `heard` collects what was reported about them. */
function openHere(connection: DatabaseConnection) {
  const heard: string[] = [];
  const replicas = openReplicas({
    primary: fleet.shop.db,
    connections: [connection],
    maxConnections: 2,
    onUnhealthy: (_, error) => heard.push(error instanceof Error ? error.message : String(error)),
    onHealthy: () => heard.push('used'),
  });
  return { heard, replicas };
}

it('cancels a read that conflicts with replication, which the primary then answers', async () => {
  await sql`create table in_the_way as select 1 as one`.execute(fleet.shop.db);
  const { heard, replicas } = openHere({ ...database.connection, host: database.replica.appConnection.host });
  await until('the replica to be used', async () => heard.length > 0);
  const began = Promise.withResolvers<void>();
  const places: boolean[] = [];
  const reading = replicas.read(async (db) => {
    const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db);
    places.push(rows[0]?.replica ?? false);
    began.resolve();
    // Locks the table until the primary truncates it.
    const seconds = places.length === 1 ? 60 : 0;
    return sql<{ ones: number }>`select count(*) as ones from in_the_way, pg_sleep(${seconds})`.execute(db);
  });
  await began.promise;
  await until('the reader to hold the table', async () => {
    const rows = await database.replica.run(`select from pg_stat_activity where wait_event = 'PgSleep'`);
    return rows.length > 0;
  });
  await sql`truncate in_the_way`.execute(fleet.shop.db);
  expect((await reading).rows).toEqual([{ ones: 0 }]);
  expect(places).toEqual([true, false]);
  expect(heard.slice(0, 2)).toEqual(['used', 'canceling statement due to conflict with recovery']);
  await replicas.close();
});

it('reports how far it is behind, and when it does not answer', async () => {
  const { heard, replicas } = openHere({ ...database.connection, host: database.replica.appConnection.host });
  await until('the replica to be used', async () => heard.length > 0);
  const delay = async () => (await replicas.delays(fleet.shop.db))[0];
  await until('it to have all', async () => (await delay())?.seconds === 0);
  await database.replica.run('select pg_wal_replay_pause()');
  await sql`create table not_there_yet as select 1 as one`.execute(fleet.shop.db);
  const behind = await delay();
  expect(behind).toMatchObject({ isHealthy: true, name: expect.stringMatching(/:\d+$/) });
  expect(behind?.seconds).toBeGreaterThan(0);
  await replicas.read((db) => sql`select from not_there_yet`.execute(db));
  expect(await delay()).toMatchObject({ isHealthy: false });
  await database.replica.run('select pg_wal_replay_resume()');
  await until('it to have all again', async () => (await delay())?.seconds === 0);
  await database.replica.stop();
  expect(await delay()).toMatchObject({ isHealthy: false, seconds: undefined });
  await database.replica.start();
  await replicas.close();
});

it('is not used when it is another database', async () => {
  const { heard, replicas } = openHere({ ...inject('databaseServer').owner });
  await until('it to be looked at', async () => heard.length > 0);
  expect(heard).toEqual(['it is not a replica of this primary']);
  const { rows } = await replicas.read((db) =>
    sql<{ ids: number }>`select count(*) as ids from tools`.execute(db),
  );
  expect(rows).toHaveLength(1);
  await replicas.close();
});

it('is checked by the doctor', async () => {
  const { appConnection } = database.replica;
  const strange = inject('databaseServer').owner;
  const nobody = { ...appConnection, port: 1 };
  const connections = {
    connection: database.connection,
    direct: undefined,
    replicas: [appConnection, strange, nobody],
  };
  const settings = {
    kind: 'server' as const,
    owner: undefined,
    poolSize: 12,
    waitSeconds: 5,
    ...connections,
  };
  const findings = await checkReplicas(fleet.shop.db, settings);
  expect(findings.map(({ state, words }) => [state, words.replace(/^.*?:\d+: /, '')])).toEqual([
    ['good', 'it has all that the primary has'],
    ['note', 'it is not a replica of this primary'],
    ['note', expect.stringMatching(/ENOENT|ECONNREFUSED/)],
  ]);
});

it('passes an error of the reader’s own on to the reader', async () => {
  const { heard, replicas } = openHere({ ...database.connection, host: database.replica.appConnection.host });
  await until('the replica to be used', async () => heard.length > 0);
  let tries = 0;
  const reading = replicas.read(async () => {
    tries += 1;
    throw new Error('there is no such page');
  });
  await expect(reading).rejects.toThrow('there is no such page');
  expect([tries, heard]).toEqual([1, ['used']]);
  await replicas.close();
});

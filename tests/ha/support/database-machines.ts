import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { readFile } from '#tests/support/deploy-files.ts';
import { until } from '#tests/support/until.ts';
import { type Machine, makeMachine } from './machines.ts';
import { pathOf } from './programs.ts';

const NAMES = ['db-1', 'db-2', 'db-3'];
const DISK_BYTES = 900 * 1024 * 1024;
const STARTED_WITHIN_MS = 120_000;
const WHOLE_WITHIN_MS = 180_000;
const ASK_WITHIN_MS = 1_000;
/** Patroni reads etcd for each of these questions. */
const ASK_EVERY_MS = 250;

/** The machines of the database, each with etcd, Patroni and PostgreSQL, by
 * the files of `deploy/failover`. */
export type DatabaseMachines = {
  machines: Machine[];
  superuserPassword: string;
  /** The machine whose PostgreSQL takes writes. */
  leader(): Promise<Machine>;
  /** The machine that each commit waits for. */
  synchronousStandby(): Promise<Machine>;
  /** The machine whose etcd leads the others. */
  etcdLeader(): Promise<Machine>;
  startEtcd(machine: Machine): void;
  /** Has a leader hand over to its standby, as `patronictl switchover` does. */
  switchOver(leader: Machine): Promise<void>;
  /** Waits until all three are there: a leader, its synchronous standby, and a replica, both streaming. */
  becomeWhole(): Promise<void>;
};

/** A member of the cluster, as Patroni tells of it. */
type Member = { name: string; role: string; state: string };

/** What a member of etcd tells of itself. */
type EtcdStatus = { leader: string; header: { member_id: string } };

const addressOf = (name: string) => `10.0.0.2${name.at(-1)}`;

/** Reads a file of variables, of the first machine, as it must be on another one. */
function readVariables(file: string, name: string): Record<string, string> {
  const pairs = [...readFile(file).matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, key = '', value = '']) => {
    // The list of all machines is the same on each.
    const isOfAll = key === 'ETCD_INITIAL_CLUSTER';
    return [
      key,
      isOfAll ? value : value.replaceAll('db-1', name).replaceAll(addressOf('db-1'), addressOf(name)),
    ];
  });
  return Object.fromEntries(pairs);
}

/** Asks a machine; undefined if it does not answer with a success in time. */
async function ask<Body>(address: string, init: RequestInit = {}): Promise<Body | undefined> {
  try {
    const reply = await fetch(address, { ...init, signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    return reply.ok ? ((await reply.json()) as Body) : undefined;
  } catch {
    return undefined;
  }
}

/** The standbys that a leader sends all changes to, and that follow; none if it does not answer in time. */
async function readStandbys(host: string, password: string): Promise<{ name: string; kind: string }[]> {
  const timeouts = { connectionTimeoutMillis: ASK_WITHIN_MS, query_timeout: ASK_WITHIN_MS };
  const client = new pg.Client({ host, user: 'postgres', password, database: 'postgres', ...timeouts });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      `select application_name as name, sync_state as kind from pg_stat_replication where state = 'streaming'`,
    );
    return rows;
  } catch {
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts the three machines on empty disks and waits until they are one cluster. */
export async function startDatabaseMachines(): Promise<DatabaseMachines> {
  const machines: Machine[] = [];
  for (const name of NAMES)
    machines.push(await makeMachine(name, addressOf(name), { diskBytes: DISK_BYTES }));
  const superuserPassword = randomBytes(18).toString('base64url');
  const replicationPassword = randomBytes(18).toString('base64url');

  const startEtcd = (machine: Machine) =>
    machine.run('etcd', [], {
      ...readVariables('deploy/failover/etcd.env', machine.name),
      ETCD_DATA_DIR: join(machine.folder, 'etcd'),
    });
  const startPatroni = (machine: Machine) => {
    const file = join(machine.folder, 'patroni.yml');
    const own = `listen: 0.0.0.0:5432\n  parameters:\n    unix_socket_directories: ${machine.folder}`;
    writeFileSync(file, readFile('deploy/failover/patroni.yml').replace('listen: 0.0.0.0:5432', own));
    machine.run('patroni', [file], {
      ...readVariables('deploy/failover/patroni.env', machine.name),
      PATRONI_POSTGRESQL_DATA_DIR: join(machine.folder, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: dirname(pathOf('postgres')),
      PATRONI_SUPERUSER_PASSWORD: superuserPassword,
      PATRONI_REPLICATION_PASSWORD: replicationPassword,
    });
  };

  async function members(): Promise<Member[]> {
    for (const { address } of machines) {
      const reply = await ask<{ members: Member[] }>(`http://${address}:8008/cluster`);
      if (reply) return reply.members;
    }
    return [];
  }
  async function firstThat(is: (machine: Machine) => Promise<boolean>, what: string): Promise<Machine> {
    let found: Machine | undefined;
    await until(
      what,
      async () => {
        for (const machine of machines) if (await is(machine)) found = machine;
        return found !== undefined;
      },
      undefined,
      ASK_EVERY_MS,
    );
    if (!found) throw new Error(what);
    return found;
  }
  /** Patroni calls a member running, and without a lag, before it sees that it has another history. What the
   * leader's PostgreSQL sends is sure. */
  async function isWhole(all: Member[]): Promise<boolean> {
    const roles = all.map(({ role }) => role).sort();
    if (roles.join() !== 'leader,replica,sync_standby') return false;
    if (!all.every(({ state }) => state === 'running')) return false;
    const leader = all.find(({ role }) => role === 'leader')?.name ?? '';
    const synchronous = all.find(({ role }) => role === 'sync_standby')?.name ?? '';
    const standbys = await readStandbys(addressOf(leader), superuserPassword);
    return (
      standbys.length === 2 && standbys.some(({ name, kind }) => kind === 'sync' && name === synchronous)
    );
  }

  for (const machine of machines) startEtcd(machine);
  await until(
    'etcd to be one cluster',
    async () => {
      const replies = await Promise.all(machines.map(({ address }) => ask(`http://${address}:2379/health`)));
      return replies.every(Boolean);
    },
    STARTED_WITHIN_MS,
  );
  for (const machine of machines) startPatroni(machine);
  const becomeWhole = (withinMs = WHOLE_WITHIN_MS) =>
    until('the database to be whole', async () => isWhole(await members()), withinMs, ASK_EVERY_MS).catch(
      async (error) => {
        throw new Error(`${error.message}: ${JSON.stringify(await members())}`);
      },
    );
  await becomeWhole();
  return {
    machines,
    superuserPassword,
    leader: () =>
      firstThat(
        async ({ address }) => (await ask(`http://${address}:8008/primary`)) !== undefined,
        'a leader',
      ),
    synchronousStandby: () =>
      firstThat(
        async ({ address }) => (await ask(`http://${address}:8008/sync`)) !== undefined,
        'a synchronous standby',
      ),
    etcdLeader: () =>
      firstThat(async ({ address }) => {
        const path = `http://${address}:2379/v3/maintenance/status`;
        const reply = await ask<EtcdStatus>(path, { method: 'POST', body: '{}' });
        return reply !== undefined && reply.leader === reply.header.member_id;
      }, 'a leader of etcd'),
    startEtcd,
    async switchOver({ name, address }) {
      const body = JSON.stringify({ leader: name });
      const reply = await fetch(`http://${address}:8008/switchover`, { method: 'POST', body });
      if (!reply.ok) throw new Error(`${name} does not hand over: ${await reply.text()}`);
    },
    becomeWhole,
  };
}

/** Runs `psql` in a place and returns what it prints. */
export function runPsql(
  { inside }: Pick<Machine, 'inside'>,
  sign: { port: number; user: string; password: string; database?: string },
  args: string[],
): string {
  const { port, user, password, database = 'postgres' } = sign;
  const place = ['-h', '127.0.0.1', '-p', String(port), '-U', user, '-d', database];
  const [command = '', ...rest] = [
    ...inside,
    pathOf('psql'),
    ...place,
    '-v',
    'ON_ERROR_STOP=1',
    '-qAt',
    ...args,
  ];
  return execFileSync(command, rest, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PGPASSWORD: password, PGCONNECT_TIMEOUT: '2' },
  }).trim();
}

const LOOKS = 6;

/** Waits until an address of a place always leads to a PostgreSQL that takes writes: HAProxy believes in
 * every server until it has checked it. */
export async function untilLeading(
  place: Pick<Machine, 'inside' | 'name'>,
  sign: Parameters<typeof runPsql>[1],
): Promise<void> {
  const isLeading = () => {
    try {
      return runPsql(place, sign, ['-c', 'select pg_is_in_recovery()']) === 'f';
    } catch {
      return false;
    }
  };
  await until(`a leader at port ${sign.port} of ${place.name}`, async () =>
    Array.from({ length: LOOKS }).every(isLeading),
  );
}

import type pg from 'pg';
import type { DatabaseConnection } from '../database/connection.ts';
import { type KeptConnection, keepConnection } from '../database/kept-connection.ts';

/** The advisory lock that says that a group of workers lives; the library names each group by an id of chance. */
const lockOf = (id: string) => `hashtextextended(${id}, 0)`;

/**
 * Shows the other processes that this one's workers live: a lock that PostgreSQL itself takes back when the process dies,
 * however it dies. `workersId` says which are at work now; call `renew` after it has changed. `onReopen` hears that the
 * connection is there again after a break.
 */
export function showAlive(
  connection: DatabaseConnection,
  options: {
    /** What PostgreSQL shows the connection by. */
    name?: string | undefined;
    workersId: () => string | undefined;
    onBreak: (error: Error) => void;
    onReopen: () => void;
  },
): KeptConnection & { renew(): void } {
  let open: pg.Client | undefined;
  const lock = async (client: pg.Client) => {
    await client.query('select pg_advisory_unlock_all()');
    const id = options.workersId();
    if (id !== undefined) await client.query(`select pg_advisory_lock_shared(${lockOf('$1')})`, [id]);
  };
  const kept = keepConnection(connection, options.name ?? 'toolyard workers', {
    async onOpen(client) {
      const isReopened = open !== undefined;
      // Before the lock is asked for: workers that start meanwhile renew it.
      open = client;
      await lock(client);
      if (isReopened) options.onReopen();
    },
    onBreak: options.onBreak,
  });
  return {
    ...kept,
    // Where it fails, the connection has broken, and the next one takes the lock.
    renew: () => void (open && lock(open).catch(() => undefined)),
  };
}

/**
 * Frees the jobs whose workers have died, so that others take them up at once; the library itself would only after four
 * hours. A job begun less than `graceSeconds` ago is left: its workers may not have shown yet that they live. Then frees
 * the queues that are locked though no job of theirs is: where two have done one job, the second finds it gone, and the
 * library leaves the queue as it is.
 */
export async function freeLostJobs(pool: pg.Pool, { graceSeconds }: { graceSeconds: number }): Promise<void> {
  await pool.query(
    `with working as materialized (
       select distinct locked_by as id from graphile_worker.jobs
       where locked_at <= now() - make_interval(secs => $1)
     ), dead as materialized (
       select id from working where pg_try_advisory_xact_lock(${lockOf('id')})
     )
     select graphile_worker.force_unlock_workers(array(select id from dead)) where exists (select from dead)`,
    [graceSeconds],
  );
  await pool.query(
    `update graphile_worker._private_job_queues as queue set locked_by = null, locked_at = null
     where locked_at <= now() - make_interval(secs => $1) and not exists (
       select from graphile_worker._private_jobs as job
       where job.job_queue_id = queue.id and job.locked_by = queue.locked_by)`,
    [graceSeconds],
  );
}

import type pg from 'pg';
import { isDatabaseAway } from '../database/database-away.ts';

/** What the job library takes for a reason to try again: PostgreSQL's cannot_connect_now. */
const TRY_AGAIN = '57P03';

/**
 * The pool as the job library is to see it. What the library writes down when a job has ended it tries again only for
 * few errors; at any other, such as a connection cut by PostgreSQL's restart, the job stays locked and the error ends the
 * process. Here every error that the database's absence brings is one of the few.
 */
export function createPatientPool(pool: pg.Pool): pg.Pool {
  return replacing(pool, 'connect', (callback?: Parameters<pg.Pool['connect']>[0]) =>
    // The library listens through the callback's form, and takes care of its breaks itself.
    callback === undefined ? connect(pool) : pool.connect(callback),
  );
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect().catch(throwPatiently);
  const query: (...args: unknown[]) => Promise<unknown> = client.query.bind(client);
  return replacing(client, 'query', (...args: unknown[]) => query(...args).catch(throwPatiently));
}

/** The same object, but for one of its methods. */
function replacing<Thing extends object>(thing: Thing, method: keyof Thing, by: unknown): Thing {
  return new Proxy(thing, {
    get(target, name) {
      if (name === method) return by;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function throwPatiently(error: unknown): never {
  if (error instanceof Error && isDatabaseAway(error)) Object.assign(error, { code: TRY_AGAIN });
  throw error;
}

import { z } from 'zod';
import { DatabaseUrlError, isGuarded, readDatabaseUrl } from '#platform/database/connection.ts';
import { mode, weigh, wholeNumber } from './settings-fields.ts';

const address = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

/** `owner`: the role that owns the tables, if other than that of `connection`; `replicas` replicate the
 * database of `connection`. */
export type DatabaseSettings = z.output<typeof databaseSettings>;

export const databaseSettings = z
  .object({
    SHOP_MODE: mode,
    DATABASE_URL: address.optional(),
    DATABASE_OWNER_URL: address.optional(),
    DATABASE_REPLICA_URLS: z
      .string()
      .transform((list) => list.split(',').map((each) => each.trim()))
      .pipe(address.array())
      .optional(),
    DATABASE_CA_FILE: z.string().optional(),
    DATABASE_POOL_SIZE: wholeNumber(2, 200).default(12),
    DATABASE_WAIT_SECONDS: wholeNumber(1, 60).default(5),
  })
  .transform((env, context) => {
    const { refuse } = weigh(env, context);
    const sizes = { poolSize: env.DATABASE_POOL_SIZE, waitSeconds: env.DATABASE_WAIT_SECONDS };

    function read(name: 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_REPLICA_URLS', address: string) {
      try {
        const connection = readDatabaseUrl(address, env.DATABASE_CA_FILE);
        if (env.SHOP_MODE === 'live' && !isGuarded(connection))
          refuse(name, 'must have sslmode=verify-full in live mode: the database is on another machine');
        return connection;
      } catch (error) {
        if (!(error instanceof DatabaseUrlError)) throw error;
        refuse(name, error.message);
        return z.NEVER;
      }
    }

    if (!env.DATABASE_URL) {
      for (const name of ['DATABASE_OWNER_URL', 'DATABASE_REPLICA_URLS', 'DATABASE_CA_FILE'] as const)
        if (env[name]) refuse('DATABASE_URL', `is missing: ${name} is set, and needs it`);
      return { kind: 'embedded' as const, ...sizes };
    }
    return {
      kind: 'server' as const,
      ...sizes,
      connection: read('DATABASE_URL', env.DATABASE_URL),
      owner: env.DATABASE_OWNER_URL ? read('DATABASE_OWNER_URL', env.DATABASE_OWNER_URL) : undefined,
      replicas: (env.DATABASE_REPLICA_URLS ?? []).map((each) => read('DATABASE_REPLICA_URLS', each)),
    };
  });

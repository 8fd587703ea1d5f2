import { z } from 'zod';
import { DatabaseUrlError, isGuarded, readDatabaseUrl } from '#platform/database/connection.ts';
import { mode, weigh, wholeNumber } from './settings-fields.ts';

type AddressName = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL';

/** Settings that mean nothing without `DATABASE_URL`. */
const needUrl = ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_CA_FILE'] as const;

const address = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

/** `direct`: the same database without the pool that lends the sessions of `connection`, if there is
 * one; `owner`: the role that owns the tables, if other than that of `connection`. */
export type DatabaseSettings = z.output<typeof databaseSettings>;

export const databaseSettings = z
  .object({
    SHOP_MODE: mode,
    DATABASE_URL: address.optional(),
    DATABASE_DIRECT_URL: address.optional(),
    DATABASE_OWNER_URL: address.optional(),
    DATABASE_CA_FILE: z.string().optional(),
    DATABASE_POOL_SIZE: wholeNumber(2, 200).default(12),
    DATABASE_WAIT_SECONDS: wholeNumber(1, 60).default(5),
  })
  .transform((env, context) => {
    const { refuse } = weigh(env, context);
    const sizes = { poolSize: env.DATABASE_POOL_SIZE, waitSeconds: env.DATABASE_WAIT_SECONDS };

    function read(name: AddressName, address: string) {
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
      for (const name of needUrl)
        if (env[name]) refuse('DATABASE_URL', `is missing: ${name} is set, and needs it`);
      return { kind: 'embedded' as const, ...sizes };
    }
    const connection = read('DATABASE_URL', env.DATABASE_URL);
    return {
      kind: 'server' as const,
      ...sizes,
      connection: env.DATABASE_DIRECT_URL ? { ...connection, isLent: true } : connection,
      direct: env.DATABASE_DIRECT_URL ? read('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL) : undefined,
      owner: env.DATABASE_OWNER_URL ? read('DATABASE_OWNER_URL', env.DATABASE_OWNER_URL) : undefined,
    };
  });

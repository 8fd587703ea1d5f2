import { z } from 'zod';
import { wholeNumber } from '../settings-fields.ts';
import { type DatabaseConnection, isGuarded } from './connection.ts';
import { DatabaseUrlError, readDatabaseUrl } from './database-url.ts';

const address = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

/** The settings of the database as they stand in the environment. */
export const databaseEnvironment = {
  DATABASE_URL: address.optional(),
  DATABASE_OWNER_URL: address.optional(),
  DATABASE_CA_FILE: z.string().optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(12),
  DATABASE_WAIT_SECONDS: wholeNumber(1, 60).default(5),
};

type Environment = z.infer<z.ZodObject<typeof databaseEnvironment>>;

/** Which PostgreSQL the shop keeps its data in, and how many connections it opens. */
export type DatabaseSettings = { poolSize: number; waitSeconds: number } & (
  | { kind: 'embedded' }
  | {
      kind: 'server';
      connection: DatabaseConnection;
      /** The role that owns the tables and changes them. Undefined: that of `connection`. */
      owner: DatabaseConnection | undefined;
    }
);

const addresses = ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const;

/** What is wrong with settings of the database that are each right. */
export function databaseProblems(env: Environment): string[] {
  const dependent = (['DATABASE_OWNER_URL', 'DATABASE_CA_FILE'] as const).filter((name) => env[name]);
  if (!env.DATABASE_URL)
    return dependent.map((name) => `DATABASE_URL is missing: ${name} is set, and needs it`);
  return addresses.flatMap((name) => problemsOf(name, env));
}

/** What of the settings of the database, which are right, a live shop refuses: words that others could hear or change. */
export function databaseUnfitForLive(env: Environment): string[] {
  const isUnguarded = (name: (typeof addresses)[number]) =>
    problemsOf(name, env).length === 0 &&
    env[name] !== undefined &&
    !isGuarded(readDatabaseUrl(env[name], env.DATABASE_CA_FILE));
  return addresses
    .filter(isUnguarded)
    .map((name) => `${name} must have sslmode=verify-full in live mode: the database is on another machine`);
}

function problemsOf(name: (typeof addresses)[number], env: Environment): string[] {
  const address = env[name];
  if (!address) return [];
  try {
    readDatabaseUrl(address, env.DATABASE_CA_FILE);
    return [];
  } catch (error) {
    if (error instanceof DatabaseUrlError) return [`${name} ${error.message}`];
    throw error;
  }
}

/** The settings of the database in the shop's words. */
export function toDatabaseSettings(env: Environment): DatabaseSettings {
  const sizes = { poolSize: env.DATABASE_POOL_SIZE, waitSeconds: env.DATABASE_WAIT_SECONDS };
  if (!env.DATABASE_URL) return { kind: 'embedded', ...sizes };
  return {
    kind: 'server',
    ...sizes,
    connection: readDatabaseUrl(env.DATABASE_URL, env.DATABASE_CA_FILE),
    owner: env.DATABASE_OWNER_URL ? readDatabaseUrl(env.DATABASE_OWNER_URL, env.DATABASE_CA_FILE) : undefined,
  };
}

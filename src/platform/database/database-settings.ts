import { z } from 'zod';
import { wholeNumber } from '../settings-fields.ts';
import { type DatabaseConnection, isGuarded } from './connection.ts';
import { DatabaseUrlError, readDatabaseUrl } from './database-url.ts';

const address = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

/** The settings of the database as they stand in the environment. */
export const databaseEnvironment = {
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
      /** Databases that follow the one of `connection`. */
      replicas: DatabaseConnection[];
    }
);

const dependents = ['DATABASE_OWNER_URL', 'DATABASE_REPLICA_URLS', 'DATABASE_CA_FILE'] as const;

/** What is wrong with settings of the database that are each right. */
export function databaseProblems(env: Environment): string[] {
  const dependent = dependents.filter((name) => env[name]);
  if (!env.DATABASE_URL)
    return dependent.map((name) => `DATABASE_URL is missing: ${name} is set, and needs it`);
  return addressesOf(env).flatMap((each) => problemsOf(each, env));
}

/** What of the settings of the database, which are right, a live shop refuses: words that others could hear or change. */
export function databaseUnfitForLive(env: Environment): string[] {
  const unguarded = addressesOf(env).filter(
    (each) =>
      problemsOf(each, env).length === 0 && !isGuarded(readDatabaseUrl(each.address, env.DATABASE_CA_FILE)),
  );
  return unguarded.map(
    ({ name }) => `${name} must have sslmode=verify-full in live mode: the database is on another machine`,
  );
}

/** Every address of the settings, with the name it stands under. */
function addressesOf(env: Environment): { name: string; address: string }[] {
  const named = [
    { name: 'DATABASE_URL', address: env.DATABASE_URL },
    { name: 'DATABASE_OWNER_URL', address: env.DATABASE_OWNER_URL },
    ...(env.DATABASE_REPLICA_URLS ?? []).map((address) => ({ name: 'DATABASE_REPLICA_URLS', address })),
  ];
  return named.flatMap(({ name, address }) => (address ? [{ name, address }] : []));
}

function problemsOf({ name, address }: { name: string; address: string }, env: Environment): string[] {
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
  const read = (address: string) => readDatabaseUrl(address, env.DATABASE_CA_FILE);
  return {
    kind: 'server',
    ...sizes,
    connection: read(env.DATABASE_URL),
    owner: env.DATABASE_OWNER_URL ? read(env.DATABASE_OWNER_URL) : undefined,
    replicas: (env.DATABASE_REPLICA_URLS ?? []).map(read),
  };
}

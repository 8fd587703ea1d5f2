import { z } from 'zod';
import { wholeNumber } from '../settings-fields.ts';

const address = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

/** The settings of the database as they stand in the environment. */
export const databaseEnvironment = {
  DATABASE_URL: address.optional(),
  DATABASE_OWNER_URL: address.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(12),
  DATABASE_WAIT_SECONDS: wholeNumber(1, 60).default(5),
};

type Environment = z.infer<z.ZodObject<typeof databaseEnvironment>>;

/** Which PostgreSQL the shop keeps its data in, and how many connections it opens. */
export type DatabaseSettings = {
  /** Undefined: the shop runs its own. */
  url: string | undefined;
  /** The role that owns the tables and changes them. Undefined: that of `url`. */
  ownerUrl: string | undefined;
  poolSize: number;
  waitSeconds: number;
};

/** What is wrong with settings of the database that are each right. */
export function databaseProblems(env: Environment): string[] {
  const isOwnerAlone = env.DATABASE_OWNER_URL && !env.DATABASE_URL;
  return isOwnerAlone ? ['DATABASE_URL is missing: DATABASE_OWNER_URL is set, and needs it'] : [];
}

/** The settings of the database in the shop's words. */
export function toDatabaseSettings(env: Environment): DatabaseSettings {
  return {
    url: env.DATABASE_URL,
    ownerUrl: env.DATABASE_OWNER_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    waitSeconds: env.DATABASE_WAIT_SECONDS,
  };
}

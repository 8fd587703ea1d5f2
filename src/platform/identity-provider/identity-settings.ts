import { z } from 'zod';
import { halfGiven } from '../settings-fields.ts';

/** The settings of the accounts as they stand in the environment. */
export const identityEnvironment = {
  IDENTITY_PROVIDER: z.enum(['embedded'], { error: 'must be embedded' }).default('embedded'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
};

type Environment = z.infer<z.ZodObject<typeof identityEnvironment>>;

/** Who keeps the accounts. */
export type IdentitySettings = {
  kind: 'embedded';
  google: { clientId: string; clientSecret: string } | undefined;
};

/** What is wrong with settings of the accounts that are each right. */
export function identityProblems(env: Environment): string[] {
  return halfGiven(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
}

/** The settings of the accounts in the shop's words. */
export function toIdentitySettings(env: Environment): IdentitySettings {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  return {
    kind: env.IDENTITY_PROVIDER,
    google: clientId && clientSecret ? { clientId, clientSecret } : undefined,
  };
}

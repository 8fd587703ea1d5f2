import { z } from 'zod';
import { isLoopback } from '../loopback.ts';
import { halfGiven } from '../settings-fields.ts';
import { type ServiceAccount, serviceAccountFile } from './firebase/service-account.ts';

/** The settings of the accounts as they stand in the environment. */
export const identityEnvironment = {
  IDENTITY_PROVIDER: z
    .enum(['embedded', 'firebase'], { error: 'must be embedded or firebase' })
    .default('embedded'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z\d][a-z\d.:-]{2,62}$/, 'must be a project id, such as my-shop-1a2b3')
    .optional(),
  FIREBASE_API_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'must be the web API key of the project')
    .optional(),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z\d.-]+(:\d+)?$/i, 'must be a name, such as my-shop-1a2b3.firebaseapp.com')
    .optional(),
  FIREBASE_SERVICE_ACCOUNT: serviceAccountFile.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .refine(isPortHere, 'must be a port of this machine, such as 127.0.0.1:9099')
    .optional(),
};

type Environment = z.infer<z.ZodObject<typeof identityEnvironment>>;

/** Accounts that Firebase Authentication keeps. */
export type FirebaseSettings = {
  kind: 'firebase';
  projectId: string;
  /** Names the project to Google; it is no secret. */
  apiKey: string;
  authDomain: string;
  /** Who the shop is to Google, for what only an administrator of the project may do. */
  serviceAccount: ServiceAccount | undefined;
  /** Where an emulator on this machine stands in for Google, such as `http://127.0.0.1:9099`; in trial mode only. */
  emulator: string | undefined;
};

/** Who keeps the accounts. */
export type IdentitySettings =
  | { kind: 'embedded'; google: { clientId: string; clientSecret: string } | undefined }
  | FirebaseSettings;

/** What is wrong with settings of the accounts that are each right. */
export function identityProblems(env: Environment, { mode }: { mode: 'trial' | 'live' }): string[] {
  return env.IDENTITY_PROVIDER === 'firebase'
    ? firebaseProblems(env, mode)
    : halfGiven(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
}

function firebaseProblems(env: Environment, mode: 'trial' | 'live'): string[] {
  const needed = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'] as const;
  const missing = needed.filter((name) => env[name] === undefined);
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_SERVICE_ACCOUNT: account } = env;
  const isForeign = account && projectId && account.projectId !== projectId;
  const problems = [
    ...missing.map((name) => `${name} is missing: IDENTITY_PROVIDER=firebase needs it`),
    isForeign && `FIREBASE_SERVICE_ACCOUNT is of the project ${account.projectId}, not of ${projectId}`,
    mode === 'live' &&
      env.FIREBASE_AUTH_EMULATOR_HOST &&
      'FIREBASE_AUTH_EMULATOR_HOST must not be set in live mode: nobody signs what an emulator says',
    (env.GOOGLE_CLIENT_ID ?? env.GOOGLE_CLIENT_SECRET) &&
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET have no use: IDENTITY_PROVIDER is firebase, which knows Google itself',
  ];
  return problems.filter((problem) => typeof problem === 'string');
}

/** The settings of the accounts in the shop's words; `identityProblems` has found nothing. */
export function toIdentitySettings(env: Environment): IdentitySettings {
  if (env.IDENTITY_PROVIDER === 'firebase') return toFirebaseSettings(env);
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  return { kind: 'embedded', google: clientId && clientSecret ? { clientId, clientSecret } : undefined };
}

function toFirebaseSettings(env: Environment): FirebaseSettings {
  const { FIREBASE_AUTH_EMULATOR_HOST: emulatorHost } = env;
  return {
    kind: 'firebase',
    projectId: env.FIREBASE_PROJECT_ID ?? '',
    apiKey: env.FIREBASE_API_KEY ?? '',
    authDomain: env.FIREBASE_AUTH_DOMAIN ?? '',
    serviceAccount: env.FIREBASE_SERVICE_ACCOUNT,
    emulator: emulatorHost && `http://${emulatorHost}`,
  };
}

/** Whether a text is a host and a port of this machine, and nothing else. */
function isPortHere(text: string): boolean {
  const [, host = ''] = /^\[?([\w.:]+?)\]?:\d+$/.exec(text) ?? [];
  return isLoopback(host);
}

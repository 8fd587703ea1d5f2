import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isLoopback } from '#platform/ip-addresses.ts';
import { parseJson } from '#platform/text-formats.ts';
import { mode, weigh } from './settings-fields.ts';

/** The shop's identity at Google. `privateKey` is in PEM. */
export type ServiceAccount = { projectId: string; clientEmail: string; privateKey: string };

const keyFileSchema = z
  .object({
    type: z.literal('service_account'),
    project_id: z.string().min(1),
    client_email: z.email(),
    private_key: z.string().refine(isPrivateKey),
  })
  .transform(({ project_id, client_email, private_key }) => ({
    projectId: project_id,
    clientEmail: client_email,
    privateKey: private_key,
  }));

/** A setting that names the key file of a service account; parsed to the file's content. */
const serviceAccountFile = z.string().transform((path, context): ServiceAccount => {
  const parsed = keyFileSchema.safeParse(parseJson(readFile(path)));
  if (parsed.success) return parsed.data;
  const message = 'must be the path of the JSON key file of a service account, which the shop can read';
  context.issues.push({ code: 'custom', message, input: path });
  return z.NEVER;
});

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function isPortHere(text: string): boolean {
  const [, host = ''] = /^\[?([\w.:]+?)\]?:\d+$/.exec(text) ?? [];
  return isLoopback(host);
}

export type IdentitySettings = z.output<typeof identitySettings>;

/** `apiKey` is not secret; `serviceAccount`: the shop's administrator identity at Google; `emulator`: in
 * trial mode only. */
export type FirebaseSettings = Extract<IdentitySettings, { kind: 'firebase' }>;

export const identitySettings = z
  .object({
    SHOP_MODE: mode,
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
  })
  .transform((env, context) => {
    const { refuse, need, pair } = weigh(env, context);
    if (env.IDENTITY_PROVIDER === 'embedded') {
      const client = pair('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
      return {
        kind: 'embedded' as const,
        google: client && { clientId: client[0], clientSecret: client[1] },
      };
    }
    const projectId = need('FIREBASE_PROJECT_ID', 'IDENTITY_PROVIDER=firebase');
    const { FIREBASE_SERVICE_ACCOUNT: serviceAccount, FIREBASE_AUTH_EMULATOR_HOST: emulatorHost } = env;
    const settings = {
      kind: 'firebase' as const,
      projectId,
      apiKey: need('FIREBASE_API_KEY', 'IDENTITY_PROVIDER=firebase'),
      authDomain: need('FIREBASE_AUTH_DOMAIN', 'IDENTITY_PROVIDER=firebase'),
      serviceAccount,
      emulator: emulatorHost && `http://${emulatorHost}`,
    };
    if (serviceAccount && projectId && serviceAccount.projectId !== projectId)
      refuse(
        'FIREBASE_SERVICE_ACCOUNT',
        `is of the project ${serviceAccount.projectId}, not of ${projectId}`,
      );
    if (env.SHOP_MODE === 'live' && emulatorHost)
      refuse(
        'FIREBASE_AUTH_EMULATOR_HOST',
        'must not be set in live mode: an emulator’s tokens are not signed',
      );
    if (env.GOOGLE_CLIENT_ID ?? env.GOOGLE_CLIENT_SECRET)
      refuse(
        'GOOGLE_CLIENT_ID',
        'and GOOGLE_CLIENT_SECRET are not used: IDENTITY_PROVIDER is firebase, which has Google sign-in itself',
      );
    return settings;
  });

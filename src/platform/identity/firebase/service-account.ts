import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { parseJson } from '#platform/parse-json.ts';
import { askProvider, ProviderError } from '../ask-provider.ts';

/** Who the shop is to Google. `privateKey` is in PEM. */
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

/** A setting that names the key file of a service account; what comes out is what stands in it. */
export const serviceAccountFile = z.string().transform((path, context): ServiceAccount => {
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

const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit';
const HOUR_SECONDS = 3600;

const EARLY_MS = 5 * 60_000;

/** Access tokens by signed assertions
 * (https://developers.google.com/identity/protocols/oauth2/service-account). */
export function createServiceAccountToken(account: ServiceAccount, clock: Clock): () => Promise<string> {
  let kept: { token: string; untilMs: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function ask(): Promise<string> {
    const now = clock.now();
    const { status, body } = await askProvider(TOKEN_ADDRESS, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await signAssertion(account, now),
      }),
    });
    const { access_token: token, expires_in: seconds } = body;
    if (status !== 200 || typeof token !== 'string' || typeof seconds !== 'number')
      throw new ProviderError('nonsense', new Error(`no token for the service account (${status})`));
    kept = { token, untilMs: now.getTime() + seconds * 1000 - EARLY_MS };
    return token;
  }

  return () => {
    if (kept && clock.now().getTime() < kept.untilMs) return Promise.resolve(kept.token);
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function signAssertion({ clientEmail, privateKey }: ServiceAccount, now: Date): Promise<string> {
  const issuedSeconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setAudience(TOKEN_ADDRESS)
    .setIssuedAt(issuedSeconds)
    .setExpirationTime(issuedSeconds + HOUR_SECONDS)
    .sign(await importPKCS8(privateKey, 'RS256'));
}

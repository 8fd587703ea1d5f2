import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { reasonOf } from '#platform/errors.ts';
import { parseJson } from '#platform/text-formats.ts';

const TIMEOUT_MS = 10_000;

/** A provider's reply: a JSON object. `body` is unvalidated. */
export type ProviderAnswer = { status: number; body: Record<string, unknown> };

/** An identity provider could not be reached in time, or its reply was invalid. `cause` is for the log. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: 'unavailable' | 'nonsense';

  constructor(kind: 'unavailable' | 'nonsense', cause: unknown) {
    super(`an identity provider is of no help: ${reasonOf(cause)}`, { cause });
    this.kind = kind;
  }
}

const jsonObject = z.record(z.string(), z.unknown());

/** Makes one call; a 4xx is an answer. @throws ProviderError for no answer in 10 s, 5xx,
 * 429, a redirect, no JSON object */
export async function askProvider(address: string, init: RequestInit = {}): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const [status, text] = await fetch(address, { ...init, redirect: 'error', signal })
    .then(async (response) => [response.status, await response.text()] as const)
    .catch((error: unknown) => {
      throw new ProviderError('unavailable', error);
    });
  if (status >= 500 || status === 429)
    throw new ProviderError('unavailable', new Error(`it answered ${status}`));
  const body = jsonObject.safeParse(parseJson(text)).data;
  if (!body) throw new ProviderError('nonsense', new Error(`it answered ${status} and no JSON object`));
  return { status, body };
}

/** Waits for an answer. @throws Error with `problem` and the cause, for the operator */
export async function orExplain<Answer>(problem: string, asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    throw new Error(`${problem}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Upper limit on a reply's cache lifetime, so that a withdrawn key is not trusted for longer. */
const MAX_AGE_MS = 3_600_000;

/** An unknown key, whether forged or newly in use, triggers a refetch, but no sooner than this. */
const COOLDOWN_MS = 30_000;

/** Creates a provider's JSON Web Key Set for `jwtVerify`. @throws ProviderError if no keys can be fetched,
 * jose's errors if none matches */
export function createRemoteKeys(address: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(address), {
    cacheMaxAge: MAX_AGE_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async () => Response.json(await fetchKeys(address)),
  });
}

/** Checks whether keys can be fetched from an address. @throws ProviderError if not */
export async function fetchKeys(address: string): Promise<object> {
  const { status, body } = await askProvider(address);
  const { keys } = body;
  try {
    if (status !== 200 || !Array.isArray(keys) || keys.length === 0) throw new Error(`${status}, no keys`);
    createLocalJWKSet({ keys });
    return { keys };
  } catch (error) {
    throw new ProviderError('nonsense', error);
  }
}

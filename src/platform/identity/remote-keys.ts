import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { askProvider, ProviderError } from './ask-provider.ts';

/** However long an answer says that it may be kept, a key that has been withdrawn is believed for no longer. */
const MAX_AGE_MS = 3_600_000;

/** A key that nobody knows, made up or just come into use, leads to a new look, but no sooner than this. */
const COOLDOWN_MS = 30_000;

/** A provider's JSON Web Key Set, for `jwtVerify`. @throws ProviderError without keys, jose's errors when none fits */
export function createRemoteKeys(address: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(address), {
    cacheMaxAge: MAX_AGE_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async () => Response.json(await fetchKeys(address)),
  });
}

/** Looks whether keys can be had at an address. @throws ProviderError when not: then no token has been refused. */
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

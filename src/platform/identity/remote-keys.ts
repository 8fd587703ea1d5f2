import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import { JWKSNoMatchingKey } from 'jose/errors';
import type { Clock } from '#platform/clock.ts';
import { askProvider, type ProviderAnswer, ProviderTrouble } from './ask-provider.ts';

type KeySet = ReturnType<typeof createLocalJWKSet>;
type Kept = { find: KeySet; fetchedMs: number; freshUntilMs: number };

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/** Keys whose answer names no age are asked for again after this long. */
const DEFAULT_AGE_MS = HOUR_MS;

/** Whatever the answer says, a key that has been withdrawn is believed for no longer. */
const LONGEST_AGE_MS = 24 * HOUR_MS;

/** A key that nobody knows, made up or just come into use, leads to a new look, but no sooner than this. */
const COOLDOWN_MS = 30 * SECOND_MS;

/**
 * The keys that a provider publishes at an address (a JSON Web Key Set, RFC 7517, section 5), for `jwtVerify`. They are
 * kept for as long as the answer's `Cache-Control` says, and looked up anew when a token names one that is not there.
 * Tokens that come at the same time share one look.
 * @throws from the function: ProviderTrouble when the keys cannot be had, jose's errors when none fits.
 */
export function createRemoteKeys(address: string, clock: Clock): JWTVerifyGetKey {
  let kept: Kept | undefined;
  let underWay: Promise<Kept> | undefined;
  const nowMs = () => clock.now().getTime();

  function look(): Promise<Kept> {
    underWay ??= fetchKeys(address, nowMs())
      .then((fetched) => {
        kept = fetched;
        return fetched;
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  }

  return async (header, token) => {
    const now = nowMs();
    const current = kept && now < kept.freshUntilMs ? kept : await look();
    try {
      return await current.find(header, token);
    } catch (error) {
      const isRested = now - current.fetchedMs >= COOLDOWN_MS;
      if (!(error instanceof JWKSNoMatchingKey) || !isRested) throw error;
      return (await look()).find(header, token);
    }
  };
}

/** Looks whether keys can be had at an address. @throws ProviderTrouble when not */
export async function checkRemoteKeys(address: string, clock: Clock): Promise<void> {
  await fetchKeys(address, clock.now().getTime());
}

async function fetchKeys(address: string, nowMs: number): Promise<Kept> {
  const answer = await askProvider(address);
  return { find: readKeySet(answer), fetchedMs: nowMs, freshUntilMs: nowMs + ageMs(answer.headers) };
}

function readKeySet({ status, body }: ProviderAnswer): KeySet {
  try {
    const { keys } = body;
    if (status !== 200 || !Array.isArray(keys) || keys.length === 0) throw new Error(`${status}, no keys`);
    return createLocalJWKSet({ keys });
  } catch (error) {
    throw new ProviderTrouble('nonsense', error);
  }
}

/** How long an answer may be kept (RFC 9111, section 5.2.2.1), less the time that others have kept it already. */
function ageMs(headers: Headers): number {
  const maxAge = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '')?.[1];
  if (maxAge === undefined) return DEFAULT_AGE_MS;
  const heldSeconds = Number(headers.get('age') ?? 0) || 0;
  return Math.min(Math.max(Number(maxAge) - heldSeconds, 0) * SECOND_MS, LONGEST_AGE_MS);
}

import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency, TooManyWaiting } from '#platform/concurrency.ts';

/** Argon2id as OWASP recommends: 19 MiB, 2 passes, 1 lane; the algorithm is a number because the package only
 * has a `const enum`. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Maximum number of concurrent hashes, so that sign-ins leave memory and a processor to the rest of the
 * shop. */
const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));

/** Maximum queue length: this many take some six seconds on a small machine, and waiting longer helps no
 * one. */
const MAX_IN_LINE = 200;
const RETRY_AFTER_SECONDS = 5;

const inTurn = limitConcurrency(HASHES_AT_ONCE);
let inLine = 0;

/** A password as it is hashed, the same however a keyboard writes its characters (NIST SP 800-63B-4, section
 * 3.1.1.2). */
const normalized = (password: string) => password.normalize('NFKC');

/** Hashes a password, in as long as checking one takes: so timing doesn't reveal whether an address has an
 * account. @throws TooManyWaiting */
export const hashPassword = (password: string): Promise<string> =>
  inLineOf(async () => {
    const hashed = await hash(normalized(password), ARGON2ID);
    if (normalized(password) !== password) await hash(password, ARGON2ID);
    return hashed;
  });

/** Whether `password` is the one behind `hashed`, which may predate the normalization of passwords. @throws
 * TooManyWaiting */
export const verifyPassword = (hashed: string, password: string): Promise<boolean> =>
  inLineOf(async () => {
    if (await verify(hashed, normalized(password))) return true;
    return normalized(password) !== password && verify(hashed, password);
  });

/** The hash to store in place of `hashed` for its right password; `undefined` unless it predates the
 * normalization of passwords. @throws TooManyWaiting */
export async function rehashPassword(hashed: string, password: string): Promise<string | undefined> {
  if (normalized(password) === password) return undefined;
  const isCurrent = await inLineOf(() => verify(hashed, normalized(password)));
  return isCurrent ? undefined : hashPassword(password);
}

async function inLineOf<Result>(work: () => Promise<Result>): Promise<Result> {
  if (inLine >= MAX_IN_LINE) throw new TooManyWaiting('a password to be hashed', RETRY_AFTER_SECONDS);
  inLine += 1;
  try {
    return await inTurn(work, currentTurnTaker());
  } finally {
    inLine -= 1;
  }
}

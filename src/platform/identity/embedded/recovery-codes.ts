import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { hashPassword } from './password-hash.ts';

const RECOVERY_CODES = 10;
/** Excludes 0, o, 1 and l, which look alike. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Ten codes of 50 bits, in two groups of five, each with its hash. */
export function makeRecoveryCodes(): Promise<{ code: string; hash: string }[]> {
  const group = () => Array.from({ length: 5 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return Promise.all(
    Array.from({ length: RECOVERY_CODES }, async () => {
      const [first, second] = [group(), group()];
      return { code: `${first}-${second}`, hash: await hashPassword(first + second) };
    }),
  );
}

/** Replaces an account's recovery codes. */
export async function writeRecoveryCodes(
  tx: DatabaseTransaction,
  subject: string,
  made: { hash: string }[],
): Promise<void> {
  await tx.deleteFrom('identity.recovery_code').where('userId', '=', subject).execute();
  await tx
    .insertInto('identity.recovery_code')
    .values(made.map(({ hash }) => ({ id: uuid(), userId: subject, hash })))
    .execute();
}

import { AppError } from '#contracts/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import { hasVerifiedAddress } from './store.ts';

/** Lets nothing be done for an account of which nobody has proved that the address is theirs (decision 40):
 * what is said here would reach whoever signed up with it. `words`: what they or the staff are told.
 * @throws AppError email_not_verified */
export async function assertVerified(db: Database, userId: string, words: string): Promise<void> {
  if (await hasVerifiedAddress(db, { userId })) return;
  throw new AppError('email_not_verified', words);
}

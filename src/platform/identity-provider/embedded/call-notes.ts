import { AsyncLocalStorage } from 'node:async_hooks';

/** What better-auth does not say in its answer. */
export type CallNotes = {
  /** An error that was logged. */
  error?: Error;
  /** The hash that a password was found to be the right one for. */
  passwordHash?: string;
  /** The address whose password was set anew. */
  resetEmail?: string;
  /** Why a sign-in with Google came to nothing. */
  googleTrouble?: GoogleTrouble;
};

/** What can be wrong with Google, or with what it says of somebody: the `error` that the page at the end is told. */
export type GoogleTrouble = 'google_unavailable' | 'google_nonsense' | 'email_not_verified';

const underWay = new AsyncLocalStorage<CallNotes>();

/** Does `run` and answers what was noted meanwhile. */
export async function withCallNotes<Result>(
  run: () => Promise<Result>,
): Promise<{ result: Result; notes: CallNotes }> {
  const notes: CallNotes = {};
  const result = await underWay.run(notes, run);
  return { result, notes };
}

/**
 * Notes the error among what better-auth logs. It logs some errors and answers as if nothing were amiss: with the
 * database away, a good session is simply 'unauthorized', and the browser would sign its owner out.
 */
export function noteHiddenError(details: unknown[]): void {
  const notes = underWay.getStore();
  const error = details.find((detail) => detail instanceof Error);
  if (notes && error) notes.error ??= error;
}

/** Notes whose password was set anew. */
export function noteReset(email: string): void {
  const notes = underWay.getStore();
  if (notes) notes.resetEmail = email;
}

/** Notes which hash a right password belongs to. */
export function notePasswordHash(passwordHash: string): void {
  const notes = underWay.getStore();
  if (notes) notes.passwordHash = passwordHash;
}

/** Notes why a sign-in with Google came to nothing. */
export function noteGoogleTrouble(trouble: GoogleTrouble): void {
  const notes = underWay.getStore();
  if (notes) notes.googleTrouble = trouble;
}

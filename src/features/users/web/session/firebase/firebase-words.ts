import { firebaseTexts, otherFirebaseText } from '#features/users/texts/firebase.ts';

/** The session behind these has ended: signing in anew is all that helps. */
const endings = new Set(['user-token-expired', 'user-disabled', 'user-not-found', 'invalid-user-token']);

/** Firebase's code of an error, without `auth/`; empty for any other error. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('auth/') ? code.slice('auth/'.length) : '';
}

/** What to tell a person about an error of Firebase's. */
export function firebaseWords(error: unknown): string {
  return firebaseTexts[codeOf(error)] ?? otherFirebaseText;
}

/** Whether an error says that a session has ended. */
export function isSessionEnd(error: unknown): boolean {
  return endings.has(codeOf(error));
}

/** Whether an error says that there is no such account. */
export function isUnknownAccount(error: unknown): boolean {
  return codeOf(error) === 'user-not-found';
}

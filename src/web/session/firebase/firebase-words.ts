/** What Firebase says when it cannot be reached, or not yet. */
export const UNREACHABLE = 'We could not reach the sign-in service. Check your connection and try again.';

const wrongPassword = 'Invalid email or password';
const usedLink = 'This link is not valid any more. Please ask for a new one';

/** By Firebase's codes, without `auth/` (https://firebase.google.com/docs/reference/js/auth#autherrorcodes). */
const words: Record<string, string> = {
  // The same for an unknown address and a wrong password.
  'invalid-credential': wrongPassword,
  'invalid-login-credentials': wrongPassword,
  'user-not-found': wrongPassword,
  'wrong-password': wrongPassword,
  'email-already-in-use': 'There is already an account with this email. Log in, or use another one',
  'account-exists-with-different-credential':
    'There is already an account with this address. Log in with its password.',
  'invalid-email': 'Provide a valid email',
  'weak-password': 'This password is too easy to guess. Choose another one',
  'password-does-not-meet-requirements': 'This password is too easy to guess. Choose another one',
  'too-many-requests': 'Too many attempts. Wait a while, then try again.',
  'user-disabled': 'This account has been closed. Write to the shop if that is a mistake.',
  'operation-not-allowed': 'This way of signing in isn’t set up in this shop. Use another one.',
  'unauthorized-domain': 'Google sign-in isn’t set up for this address of the shop.',
  'popup-blocked': 'Your browser blocked the Google window. Allow pop-ups for this shop and try again.',
  'popup-closed-by-user': 'The Google window was closed before you were signed in. Try again.',
  'cancelled-popup-request': 'A newer Google window has taken this one’s place.',
  'user-cancelled': 'Google sign-in was cancelled.',
  'invalid-action-code': usedLink,
  'expired-action-code': usedLink,
  'network-request-failed': UNREACHABLE,
  'internal-error': UNREACHABLE,
  timeout: UNREACHABLE,
};

/** The session behind these has ended: signing in anew is all that helps. */
const endings = new Set(['user-token-expired', 'user-disabled', 'user-not-found', 'invalid-user-token']);

/** Firebase's code of an error, without `auth/`; empty for any other error. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('auth/') ? code.slice('auth/'.length) : '';
}

/** What to tell a person about an error of Firebase's. */
export function firebaseWords(error: unknown): string {
  return words[codeOf(error)] ?? 'The sign-in service refused this. Try again in a moment.';
}

/** Whether an error says that a session has ended. */
export function isSessionEnd(error: unknown): boolean {
  return endings.has(codeOf(error));
}

/** Whether an error says that there is no such account. */
export function isUnknownAccount(error: unknown): boolean {
  return codeOf(error) === 'user-not-found';
}

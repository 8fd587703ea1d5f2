import { accountRuleTexts } from '#texts/validation.ts';
import { sessionTexts } from './session.ts';

/** Messages about the shop's own accounts and the Google window. */
export const signInTexts = {
  checkEmail: (email: string) =>
    `We’ve emailed ${email} what to do next. If you already have an account, log in with its password.`,
  atIpAddress: (named: string | undefined) =>
    `Browsers don’t use passkeys at a numeric address. ${named ? `Open the shop at ${named} instead.` : 'Open the shop by its name instead.'}`,
  noPasskey: 'Your browser didn’t use a passkey. Try again, or use another way.',
  popupBlocked: 'Your browser blocked the Google window. Allow pop-ups for this shop and try again.',
  popupClosed: 'The Google window was closed before you were logged in. Try again.',
};

const wrongPassword = 'Invalid email or password';
const usedLink = 'This link is no longer valid. Please request a new one.';

/** By Firebase's codes, without `auth/`
 * (https://firebase.google.com/docs/reference/js/auth#autherrorcodes). */
export const firebaseTexts: Record<string, string> = {
  // The same for an unknown address and a wrong password.
  'invalid-credential': wrongPassword,
  'invalid-login-credentials': wrongPassword,
  'user-not-found': wrongPassword,
  'wrong-password': wrongPassword,
  'email-already-in-use': 'There’s already an account with this email. Log in, or use a different email.',
  'account-exists-with-different-credential':
    'There’s already an account with this email. Log in with its password.',
  'invalid-email': 'Provide a valid email',
  'weak-password': accountRuleTexts.passwordWeak,
  'password-does-not-meet-requirements': accountRuleTexts.passwordWeak,
  'too-many-requests': 'Too many attempts. Wait a few minutes, then try again.',
  'user-disabled': 'This account has been closed. If you think that’s a mistake, contact the shop.',
  'operation-not-allowed': 'This way of logging in isn’t set up in this shop. Try another one.',
  'unauthorized-domain': 'Google sign-in isn’t set up for this web address.',
  'popup-blocked': signInTexts.popupBlocked,
  'popup-closed-by-user': signInTexts.popupClosed,
  'cancelled-popup-request': 'A newer Google window replaced this one.',
  'user-cancelled': 'Google sign-in was canceled.',
  'invalid-action-code': usedLink,
  'expired-action-code': usedLink,
  'network-request-failed': sessionTexts.unreachable,
  'internal-error': sessionTexts.unreachable,
  timeout: sessionTexts.unreachable,
};

/** For all other codes. */
export const otherFirebaseText = 'The sign-in service didn’t accept this. Try again in a moment.';

/** Why a sign-in with Google failed, by the `error` passed to its last page (RFC 6749, 4.1.2.1, and the
 * shop's own codes). */
const googleTexts = {
  access_denied: 'Google sign-in was canceled.',
  account_not_linked:
    'There’s already an account with this email, and it isn’t verified yet. Log in with its password, follow the link in the verification email (you can send a new one from your profile), then continue with Google.',
  email_not_verified:
    'Google hasn’t verified this email address. Verify it with Google first, or use your email and a password here.',
  google_unavailable: 'We couldn’t reach Google. Try again in a moment, or use your email and password.',
  google_nonsense: 'Google’s reply couldn’t be verified, so you’re not logged in. Try again.',
  state_mismatch: 'Signing in took too long, or was started in another window. Try again.',
  no_session: 'You’re signed in to Google, but we couldn’t reach the shop. Try again.',
  any_other: 'Google sign-in didn’t work. Try again.',
};

const sameAs: Record<string, keyof typeof googleTexts> = {
  server_error: 'google_unavailable',
  temporarily_unavailable: 'google_unavailable',
  invalid_code: 'google_nonsense',
  issuer_mismatch: 'google_nonsense',
  state_not_found: 'state_mismatch',
};

/** Returns the message for the `error` passed to the last page of a Google sign-in. */
export function googleMessage(error = ''): string {
  const texts: Record<string, string> = googleTexts;
  return texts[sameAs[error] ?? error] ?? googleTexts.any_other;
}

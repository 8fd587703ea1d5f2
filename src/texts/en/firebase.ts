import { sessionTexts } from './session.ts';

const wrongPassword = 'Invalid email or password';
const usedLink = 'This link is not valid any more. Please ask for a new one';
const weakPassword = 'This password is too easy to guess. Choose another one';

/** By Firebase's codes, without `auth/` (https://firebase.google.com/docs/reference/js/auth#autherrorcodes). */
export const firebaseTexts: Record<string, string> = {
  // The same for an unknown address and a wrong password.
  'invalid-credential': wrongPassword,
  'invalid-login-credentials': wrongPassword,
  'user-not-found': wrongPassword,
  'wrong-password': wrongPassword,
  'email-already-in-use': 'There is already an account with this email. Log in, or use another one',
  'account-exists-with-different-credential':
    'There is already an account with this address. Log in with its password.',
  'invalid-email': 'Provide a valid email',
  'weak-password': weakPassword,
  'password-does-not-meet-requirements': weakPassword,
  'too-many-requests': 'Too many attempts. Wait a while, then try again.',
  'user-disabled': 'This account has been closed. Write to the shop if that is a mistake.',
  'operation-not-allowed': 'This way of signing in isn’t set up in this shop. Use another one.',
  'unauthorized-domain': 'Google sign-in isn’t set up for this address of the shop.',
  'popup-blocked': sessionTexts.popupBlocked,
  'popup-closed-by-user': sessionTexts.popupClosed,
  'cancelled-popup-request': 'A newer Google window has taken this one’s place.',
  'user-cancelled': 'Google sign-in was cancelled.',
  'invalid-action-code': usedLink,
  'expired-action-code': usedLink,
  'network-request-failed': sessionTexts.unreachable,
  'internal-error': sessionTexts.unreachable,
  timeout: sessionTexts.unreachable,
};

/** For every other code. */
export const otherFirebaseText = 'The sign-in service refused this. Try again in a moment.';

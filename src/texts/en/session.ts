const unreachable = 'We could not reach the sign-in service. Check your connection and try again.';
const popupBlocked = 'Your browser blocked the Google window. Allow pop-ups for this shop and try again.';
const popupClosed = 'The Google window was closed before you were signed in. Try again.';

/** What is said about signing in, and about what the sign-in service refused. */
export const sessionTexts = {
  loading: 'Loading',
  pleaseSignIn: 'Please sign in',
  unreachable,
  tooMany: 'Too many attempts. Wait a minute, then try again.',
  refused: 'The sign-in service refused this.',
  noSession: 'The sign-in service did not start a session. Try again.',
  notSignedIn: 'The shop could not sign you in just now. Try again in a moment.',
  popupBlocked,
  popupClosed,
};

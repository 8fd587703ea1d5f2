const unreachable = 'We couldn’t reach the sign-in service. Check your connection and try again.';
const popupBlocked = 'Your browser blocked the Google window. Allow pop-ups for this shop and try again.';
const popupClosed = 'The Google window was closed before you were logged in. Try again.';

/** What is said about signing in, and about what the sign-in service refused. */
export const sessionTexts = {
  loading: 'Loading',
  pleaseSignIn: 'Please log in',
  unreachable,
  tooMany: 'Too many attempts. Wait a minute, then try again.',
  refused: 'The sign-in service didn’t accept this.',
  noSession: 'We couldn’t log you in. Try again.',
  notSignedIn: 'We couldn’t log you in just now. Try again in a moment.',
  popupBlocked,
  popupClosed,
};

/** Messages about a session, for every identity provider. */
export const sessionTexts = {
  loading: 'Loading',
  pleaseSignIn: 'Please log in',
  unreachable: 'We couldn’t reach the sign-in service. Check your connection and try again.',
};

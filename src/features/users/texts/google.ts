/** Why a sign-in with Google came to nothing, by what its last page is told (RFC 6749, 4.1.2.1, and the shop's own). */
export const googleTexts = {
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

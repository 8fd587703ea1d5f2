/** What went wrong with a sign-in with Google, by the `error` that its last page is told (RFC 6749, 4.1.2.1, and ours). */
const words: Record<string, string> = {
  access_denied: 'Google sign-in was cancelled.',
  account_not_linked:
    'There is already an account with this address, and the address is not verified yet. Log in with its password, verify the address by the mail we sent (your profile sends another), then continue with Google.',
  email_not_verified:
    'Google has not verified this email address. Verify it with Google first, or use an email and a password here.',
  google_unavailable: 'Google could not be reached. Try again in a moment, or use your email and a password.',
  google_nonsense: 'What Google answered did not prove who you are, so nobody was signed in. Try again.',
  state_mismatch: 'This sign-in took too long, or was begun in another window. Try again.',
  no_session: 'You are signed in at Google, but the shop could not be reached. Try again.',
};

const sameAs: Record<string, string> = {
  server_error: 'google_unavailable',
  temporarily_unavailable: 'google_unavailable',
  invalid_code: 'google_nonsense',
  issuer_mismatch: 'google_nonsense',
  state_not_found: 'state_mismatch',
};

/** Says in words why a sign-in with Google came to nothing. */
export function googleWords(error = ''): string {
  return words[sameAs[error] ?? error] ?? 'Google sign-in did not work. Try again.';
}

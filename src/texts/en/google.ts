/** Why a sign-in with Google came to nothing, by what its last page is told (RFC 6749, 4.1.2.1, and the shop's own). */
export const googleTexts = {
  access_denied: 'Google sign-in was cancelled.',
  account_not_linked:
    'There is already an account with this address, and the address is not verified yet. Log in with its password, verify the address by the mail we sent (your profile sends another), then continue with Google.',
  email_not_verified:
    'Google has not verified this email address. Verify it with Google first, or use an email and a password here.',
  google_unavailable: 'Google could not be reached. Try again in a moment, or use your email and a password.',
  google_nonsense: 'What Google answered did not prove who you are, so nobody was signed in. Try again.',
  state_mismatch: 'This sign-in took too long, or was begun in another window. Try again.',
  no_session: 'You are signed in at Google, but the shop could not be reached. Try again.',
  any_other: 'Google sign-in did not work. Try again.',
};

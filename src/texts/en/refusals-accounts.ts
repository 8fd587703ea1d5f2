/** Why a sign-in, a sign-up or what comes of a mailed link is refused. */
export const accountRefusalTexts = {
  invalidLink: 'This link is not valid any more. Please ask for a new one',
  expiredLink: 'This link has run out. Please ask for a new one',
  otherEmail: 'You are signed in with another email',
  wrongPassword: 'Invalid email or password',
  emailTaken: 'There is already an account with this email. Log in, or use another one',
  alreadyVerified: 'This email is already verified',
  logInToVerify: 'Log in to your account first, to finish verifying its email address',
  serviceAway: 'The sign-in service cannot be reached just now. Please try again in a moment',
  onlyFirebaseEnds: 'Only Firebase’s console can end these sessions: FIREBASE_SERVICE_ACCOUNT is not set',
};

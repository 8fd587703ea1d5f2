/** Why a sign-in, a sign-up or what comes of a mailed link is refused. */
export const accountErrorTexts = {
  invalidLink: 'This link is no longer valid. Please request a new one',
  expiredLink: 'This link has expired. Please request a new one',
  otherEmail: 'You’re logged in with a different email',
  wrongPassword: 'Invalid email or password',
  emailTaken: 'There’s already an account with this email. Log in, or use a different email',
  alreadyVerified: 'This email is already verified',
  logInToVerify: 'Log in to your account first to finish verifying its email address',
  serviceAway: 'We couldn’t reach the sign-in service. Please try again in a moment',
  onlyFirebaseEnds: 'Only Firebase’s console can end these sessions: FIREBASE_SERVICE_ACCOUNT is not set',
};

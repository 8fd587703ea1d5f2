import { counted } from './locale.ts';

/** Reasons for refusing a call, whatever it is about. */
export const errorTexts = {
  signIn: 'Please log in',
  adminsOnly: 'This is for admins only',
  staffOnly: 'This is for staff only',
  tooManyTries: (wait: string) => `Too many attempts. Please wait ${wait}.`,
  seconds: (seconds: number) => counted(seconds, { one: '# second', other: '# seconds' }),
  minutes: (minutes: number) => counted(minutes, { one: '# minute', other: '# minutes' }),
  busy: 'The shop is busy. Please try again in a moment.',
  cannotServe: 'The shop is temporarily unavailable',
  wentWrong: 'Something went wrong at our end. Please try again.',
  refused: 'This wasn’t accepted',
  notValid: 'Not valid',
  noSuchInvitation: 'This invitation was accepted or withdrawn',
  noSuchUser: 'We can’t find that user',
  lastAdmin: 'This is the last admin. Make someone else an admin first.',
  adminBySettings: 'This admin is set by SHOP_ADMIN_EMAIL, so the role can’t be removed here',
  adminIsMore: 'Admins can already do everything staff can. Remove the admin role first.',
  roleNeedsEmail: 'A role needs an email to log in with. Add it first.',
  onlyBuyersBlocked: 'Only buyers can be blocked. Remove the role first.',
  blocked: (reason: string, contact: string) =>
    `Your account can’t place, change, or pay for orders (${reason}). Questions? Email ${contact}.`,
  tooManyNotes: (most: number) => `There are already ${most} notes, which is the limit`,
  freshSignInNeeded: 'Confirm it’s you, then try again',
  factorSetupNeeded: 'Set up two-step verification for your login before you continue',
  ownAccount: 'This is your own account, so someone else has to do this',
  notYourProfile: 'This isn’t your profile',
};

/** Reasons for refusing an API key. */
export const apiKeyErrorTexts = {
  ended: 'This API key isn’t valid, or it has ended',
  otherAddress: 'This API key can’t be used from your IP address',
  notForKeys: 'API keys can’t be used for this call',
  scopeMissing: (scope: string) => `This API key needs the scope ${scope}`,
};

/** Reasons for refusing a malformed request, for client developers. */
export const requestTexts = {
  badJson: 'The body is not valid JSON',
  emptyBody: 'The body is empty',
  otherLength: 'The body does not match its Content-Length',
  bodyTooLarge: 'The body is too large',
  notJson: 'Send the body as application/json',
  notForm: 'Send the body as application/x-www-form-urlencoded',
  unstorable: 'The text contains a character that can’t be stored',
  badAddress: 'The address is not valid',
  nothingHere: 'There is nothing at this address',
  notHttp: 'The request is not valid HTTP',
  severalHosts: 'The request names more than one Host',
  tooSlow: 'The request took too long to arrive',
  headersTooLarge: 'The headers are too large',
  foreignPage: 'This request came from another site’s page',
  noSuchCall: 'There is no such endpoint',
  otherMethod: (methods: string) => `This path accepts ${methods}`,
  badCursor: 'cursor is not valid',
  badSignature: 'The signature is not valid',
  keyReused: 'This Idempotency-Key was already used for a different request',
};

/** Refusals and failures of the card provider. */
export const cardProviderTexts = {
  notByCard: (reason: string) => `This order can’t be paid by card: ${reason}`,
  noSuchPayment: 'We can’t find that payment',
  cancelled: 'This payment was canceled. Please start again.',
  noAnswer: 'The payment service didn’t respond. Please try again in a moment.',
};

export const accountErrorTexts = {
  invalidLink: 'This link is no longer valid. Please request a new one.',
  expiredLink: 'This link has expired. Please request a new one.',
  otherEmail: 'You’re logged in with a different email',
  wrongPassword: 'Invalid email or password',
  notThisPassword: 'That isn’t your password',
  noPassword: 'You log in with Google, so there’s no password to change',
  secondFactorNeeded: 'Enter a code from your authenticator app, or use a passkey',
  wrongCode: 'That code isn’t right or was already used. Try the next one.',
  lastWrongCode: 'Too many wrong codes, so this login has ended. Log in again.',
  passkeyRefused: 'That passkey didn’t work here. Try again, or use another way.',
  factorExists: 'You already have an authenticator app. Remove it before you add another.',
  accountsAtFirebase: 'Firebase keeps the accounts of this shop, so this can’t be seen or changed here',
  noSuchFactor: 'That’s no longer set up',
  tooManyPasskeys: 'You already have 20 passkeys. Remove one before you add another.',
  noSuchSession: 'That device is already logged out',
  alreadyVerified: 'This email is already verified',
  serviceAway: 'We couldn’t reach the sign-in service. Please try again in a moment.',
};

export const testCardTexts = {
  declined: 'Your card was declined.',
  noFunds: 'Your card has insufficient funds.',
  noTestCard:
    'Your card was declined. This shop is in test mode and takes test cards only, such as 4242 4242 4242 4242.',
  incomplete: 'Your card number is incomplete.',
  invalid: 'Your card number is invalid.',
  securityCode: 'The security code has 3 digits.',
  expiry: 'Enter the expiration date as MM/YY.',
  expired: "Your card's expiration date is in the past.",
  notAuthenticated: 'We could not authenticate your card. Please choose a different card or try again.',
  notWaiting: 'This payment isn’t waiting for authentication',
};

/** Why `GET /readyz` says that the shop cannot serve. */
export const readinessTexts = {
  stopping: 'The shop is stopping',
  starting: 'The shop is still starting',
  noDisk: 'The disk of the data folder is full or gone',
  noDatabase: 'The database isn’t answering',
};

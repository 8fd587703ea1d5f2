import { type ErrorCode, Refusal } from '#contracts/api-error.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { accountRefusalTexts } from '#texts/refusals-accounts.ts';
import { accountRuleTexts } from '#texts/validation.ts';

/** A mailed link that was altered, or has been used. */
export const invalidLink = new Refusal('invalid_input', accountRefusalTexts.invalidLink, { field: 'token' });

/** A mailed link that is too old. */
export const expiredLink = new Refusal('invalid_input', accountRefusalTexts.expiredLink, {
  field: 'token',
});

/** A mailed link for another account than the one that is signed in. */
export const otherEmail = new Refusal('invalid_input', accountRefusalTexts.otherEmail, {
  field: 'email',
});

/** A sign-in with a wrong password, or to an account that there is not. */
export const wrongPassword = new Refusal('not_signed_in', accountRefusalTexts.wrongPassword);

/** A call without a session that stands. */
export const notSignedIn = new Refusal('not_signed_in', refusalTexts.signIn);

/** A sign-up with an address that has an account. */
export const emailTaken = new Refusal('conflict', accountRefusalTexts.emailTaken, { field: 'email' });

/** An address that the accounts do not take. */
const refusedEmail = new Refusal('invalid_input', accountRuleTexts.emailWrong, { field: 'email' });

/** What better-auth refuses, by its code, in the words of the shop. */
const knownRefusals: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: wrongPassword,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: emailTaken,
  INVALID_EMAIL: refusedEmail,
  // Of what the shop has checked before, better-auth sees addresses alone more narrowly.
  VALIDATION_ERROR: refusedEmail,
  INVALID_TOKEN: invalidLink,
  USER_NOT_FOUND: invalidLink,
  EMAIL_MISMATCH: otherEmail,
  EMAIL_ALREADY_VERIFIED: new Refusal('conflict', accountRefusalTexts.alreadyVerified),
  UNAUTHORIZED: notSignedIn,
};

const codesByStatus: Record<number, ErrorCode> = {
  400: 'invalid_input',
  401: 'not_signed_in',
  403: 'not_allowed',
  404: 'not_found',
  422: 'conflict',
};

/** Turns an error answer of better-auth into the refusal that the API sends. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const { code = '', message = '' }: { code?: string; message?: string } = await response
    .json()
    .catch(() => ({}));
  const known = knownRefusals[code];
  if (known) return known;
  const status = codesByStatus[response.status];
  if (!status) return new Refusal('internal', refusalTexts.wentWrong);
  return new Refusal(status, message || refusalTexts.refused);
}

import { z } from 'zod';
import type { ErrorCode } from '#contracts/api-error.ts';

/** How a call of the embedded accounts is told of in the API's document. */
export type IdentityReply = {
  operationId: string;
  summary: string;
  description: string;
  /** The token that the call takes as its bearer, if it takes one. */
  bearer?: 'session';
  /** Whether a success hands a session out, in `set-auth-token`. */
  givesSession?: true;
  query?: z.ZodType;
  /** What a success answers, by its status; a redirect answers nothing. */
  replies: Record<number, z.ZodType>;
  refuses?: readonly ErrorCode[];
};

const account = z.looseObject({ id: z.string(), name: z.string(), email: z.string() });
const signedIn = z.looseObject({ token: z.string(), user: account });
const redirect = z.null().describe('Leads back to the page');
const done = z.looseObject({ status: z.literal(true) });

/** The calls of `identityCalls`, by their path beneath `/api/auth`. Sessions go out as `set-auth-token`. */
export const identityReplies: Record<string, IdentityReply> = {
  '/sign-up/email': {
    operationId: 'signUp',
    summary: 'Makes an account and signs in',
    description:
      '`token` is an ID token, to be exchanged with `PUT /user/{email}`; the session comes in the `set-auth-token` header.',
    givesSession: true,
    replies: { 200: signedIn },
    refuses: ['conflict'],
  },
  '/sign-in/email': {
    operationId: 'signIn',
    summary: 'Signs in with email and password',
    description:
      '`token` is an ID token, to be exchanged with `PUT /user/{email}`; the session comes in the `set-auth-token` header.',
    givesSession: true,
    replies: { 200: signedIn },
    refuses: ['not_signed_in'],
  },
  '/sign-in/social': {
    operationId: 'signInWithGoogle',
    summary: 'The address at Google to sign in at, where Google is set up',
    description: 'The browser goes to `url`, and comes back to `callbackURL`.',
    replies: { 200: z.looseObject({ url: z.string() }) },
    refuses: ['not_found', 'not_allowed'],
  },
  '/callback/google': {
    operationId: 'finishGoogleSignIn',
    summary: 'Where Google sends the browser back to',
    description: 'For browsers only: it leads back to the page.',
    query: z.object({
      state: z.string().optional(),
      code: z.string().optional(),
      error: z.string().optional(),
    }),
    replies: { 302: redirect },
  },
  '/get-session': {
    operationId: 'takeGoogleSession',
    summary: 'Hands over, once, the session that a sign-in with Google has left in a cookie',
    description: 'The session comes in the `set-auth-token` header too.',
    givesSession: true,
    replies: { 200: z.looseObject({ session: z.looseObject({ token: z.string() }) }) },
    refuses: ['not_signed_in'],
  },
  '/token': {
    operationId: 'renewIdToken',
    summary: 'A new ID token for the session',
    description:
      'To be exchanged with `PUT /user/{email}`. The session’s token is spent: the next one comes in the `set-auth-token` header. A repeat under the same Idempotency-Key gets it again.',
    bearer: 'session',
    givesSession: true,
    replies: { 200: z.looseObject({ token: z.string() }) },
    refuses: ['not_signed_in'],
  },
  '/sign-out': {
    operationId: 'signOut',
    summary: 'Ends the session',
    bearer: 'session',
    description: 'Access tokens that came of it end with it.',
    replies: { 200: z.looseObject({ success: z.boolean() }) },
  },
  '/request-password-reset': {
    operationId: 'requestPasswordReset',
    summary: 'Emails a link to choose a new password with',
    description: 'The answer is the same for unknown addresses.',
    replies: { 200: done },
  },
  '/reset-password': {
    operationId: 'resetPassword',
    summary: 'Sets a new password with the token of an emailed link',
    description:
      'The answer has a pass: sent along with the next sign-ins as `pass`, it counts them apart from everybody else’s.',
    replies: { 200: done.extend({ signInPass: z.string() }) },
  },
  '/send-verification-email': {
    operationId: 'sendVerificationEmail',
    summary: 'Emails a link to verify the address with',
    bearer: 'session',
    description: 'To the address of the session’s account.',
    replies: { 200: done },
    refuses: ['conflict', 'not_signed_in'],
  },
  '/verify-email': {
    operationId: 'verifyEmail',
    summary: 'Verifies the address of the session’s account with the token of an emailed link',
    bearer: 'session',
    description: 'A link can be used once.',
    query: z.object({ token: z.string() }),
    replies: { 200: done },
    refuses: ['not_signed_in'],
  },
};

import { z } from 'zod';
import type { ErrorCode } from '#contracts/api-error.ts';

/** How a call of the embedded accounts is told of in the API's document. */
export type IdentityReply = {
  summary: string;
  query?: z.ZodType;
  /** What a success answers, by its status; a redirect answers nothing. */
  replies: Record<number, z.ZodType>;
  refuses?: readonly ErrorCode[];
};

const account = z.looseObject({ id: z.string(), name: z.string(), email: z.string() });
const redirect = z.null().describe('Leads back to the page');
const done = z.looseObject({ status: z.literal(true) });

/** The calls of `identityCalls`, by their path beneath `/api/auth`. Sessions go out as `set-auth-token`. */
export const identityReplies: Record<string, IdentityReply> = {
  '/sign-up/email': {
    summary: 'Makes an account and signs in; the session comes as set-auth-token',
    replies: { 200: z.looseObject({ user: account }) },
    refuses: ['conflict'],
  },
  '/sign-in/email': {
    summary: 'Signs in; the session comes as set-auth-token',
    replies: { 200: z.looseObject({ user: account }) },
    refuses: ['not_signed_in'],
  },
  '/sign-in/social': {
    summary: 'The address at Google to sign in at, where Google is set up',
    replies: { 200: z.looseObject({ url: z.string() }) },
    refuses: ['not_found', 'not_allowed'],
  },
  '/callback/google': {
    summary: 'Where Google sends the browser back to',
    query: z.object({
      state: z.string().optional(),
      code: z.string().optional(),
      error: z.string().optional(),
    }),
    replies: { 302: redirect },
  },
  '/get-session': {
    summary: 'Hands over, once, the session that a sign-in with Google has left in a cookie',
    replies: { 200: z.looseObject({ session: z.looseObject({ token: z.string() }) }) },
    refuses: ['not_signed_in'],
  },
  '/token': {
    summary:
      'An ID token for the session (the bearer), to be exchanged with PUT /user/{email}; the bearer is spent, and the next one comes as set-auth-token. A repeat under the same Idempotency-Key gets it again',
    replies: { 200: z.looseObject({ token: z.string() }) },
    refuses: ['not_signed_in'],
  },
  '/sign-out': {
    summary: 'Ends the session (the bearer)',
    replies: { 200: z.looseObject({ success: z.boolean() }) },
  },
  '/request-password-reset': {
    summary: 'Mails a link to choose a new password with; the same answer for unknown addresses',
    replies: { 200: done },
  },
  '/reset-password': {
    summary:
      'Sets a new password with the token of a mailed link, and answers a pass: sent along with the next sign-ins, it counts them apart from everybody else’s',
    replies: { 200: done.extend({ signInPass: z.string() }) },
  },
  '/send-verification-email': {
    summary: 'Mails a link to verify the address with',
    replies: { 200: done },
    refuses: ['conflict', 'not_signed_in'],
  },
  '/verify-email': {
    summary: "Verifies the address of the session's account (the bearer) with the token of a mailed link",
    query: z.object({ token: z.string() }),
    replies: { 200: done },
    refuses: ['not_signed_in'],
  },
};

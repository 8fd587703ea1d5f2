import { z } from 'zod';
import { emailSchema } from '#contracts/identifiers.ts';
import { typedLine } from '#contracts/text.ts';
import type { Limits } from '#platform/limits.ts';
import type { RateLimit } from '#platform/rate-limiter.ts';
import { accountRefusalTexts } from '#texts/refusals-accounts.ts';
import { accountRuleTexts } from '#texts/validation.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Where the accounts' calls are mounted. */
export const IDENTITY_PATH = '/api/auth';

/** What a call counts: a subject, and how often it may come. */
export type Count = { subject: string; rate: RateLimit };

/** One call of the accounts that people may make; whatever is not listed here is not reachable. */
export type IdentityCall = {
  method: 'GET' | 'POST';
  /** What the body may hold. Other fields are dropped before better-auth sees them. */
  body?: z.ZodType<Record<string, unknown>>;
  /** What is counted before the call; `body` is the checked one, `passId` that of a good sign-in pass in it. */
  counts?: (clientAddress: string, body: Record<string, unknown>, passId?: string) => Count[];
  /** Only failures count: a success gives its hits back. */
  successIsFree?: boolean;
  /** The answer comes no sooner, so that its time tells nothing. */
  atLeastMs?: number;
};

const anyPassword = z
  .string({ error: accountRuleTexts.passwordMissing })
  .min(1, accountRuleTexts.passwordMissing)
  .max(128, accountRuleTexts.passwordLong);

const newPassword = anyPassword
  .min(6, accountRuleTexts.passwordShort)
  .refine((password) => !isCommonPassword(password), accountRuleTexts.passwordWeak);

const name = typedLine({ ...accountRuleTexts.name, max: 200 });

/** Where the Google window ends: only the page made for it, never another address. */
const googleReturn = z.string().regex(/^\/login\/google-done(\?[\w=&.%-]*)?$/, 'callbackURL is not valid');

/** A client stands for several people, as in an office, who share its address. */
const times = (rate: RateLimit, factor: number): RateLimit => ({ ...rate, limit: rate.limit * factor });
const TRIES_PER_CLIENT = 5;
const MAILS_PER_CLIENT = 10;

/** What tries at an account's password count towards, from wherever they come. */
export const triesAt = (email: unknown) => `sign-in to ${email}`;

/** The calls, by their path beneath `/api/auth`. */
export function createIdentityCalls({ signIn, signUp, reset }: Limits): Record<string, IdentityCall> {
  return {
    '/sign-up/email': {
      method: 'POST',
      body: z.object({ name, email: emailSchema, password: newPassword }),
      counts: (address) => [{ subject: `sign-up from ${address}`, rate: signUp }],
    },
    '/sign-in/email': {
      method: 'POST',
      body: z.object({ email: emailSchema, password: anyPassword, pass: z.string().max(1000).optional() }),
      counts: (address, { email }, passId) => [
        { subject: `sign-in from ${address}`, rate: times(signIn, TRIES_PER_CLIENT) },
        { subject: passId ? `sign-in with pass ${passId}` : triesAt(email), rate: signIn },
      ],
      successIsFree: true,
    },
    '/sign-in/social': {
      method: 'POST',
      body: z.object({
        provider: z.literal('google', { error: 'provider must be google' }),
        callbackURL: googleReturn,
        errorCallbackURL: googleReturn.optional(),
        disableRedirect: z.literal(true).default(true),
      }),
      counts: (address) => [
        { subject: `google sign-in from ${address}`, rate: times(signIn, TRIES_PER_CLIENT) },
      ],
    },
    '/callback/google': { method: 'GET' },
    '/get-session': { method: 'GET' },
    '/token': { method: 'GET' },
    '/sign-out': { method: 'POST', body: z.object({}) },
    '/request-password-reset': {
      method: 'POST',
      body: z.object({ email: emailSchema }),
      counts: (address, { email }) => [
        { subject: `reset mail from ${address}`, rate: times(reset, MAILS_PER_CLIENT) },
        { subject: `reset mail to ${email}`, rate: reset },
      ],
      atLeastMs: 250,
    },
    '/reset-password': {
      method: 'POST',
      body: z.object({
        token: z.string({ error: 'token is required' }).regex(/^\w{1,100}$/, {
          error: accountRefusalTexts.invalidLink,
        }),
        newPassword,
      }),
      counts: (address) => [{ subject: `reset from ${address}`, rate: times(signIn, TRIES_PER_CLIENT) }],
      successIsFree: true,
    },
    '/send-verification-email': {
      method: 'POST',
      body: z.object({ email: emailSchema }),
      counts: (address, { email }) => [
        { subject: `verification mail from ${address}`, rate: times(reset, MAILS_PER_CLIENT) },
        { subject: `verification mail to ${email}`, rate: reset },
      ],
    },
    '/verify-email': { method: 'GET' },
  };
}

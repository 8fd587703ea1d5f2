import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { newEmailSchema } from '#contracts/identifiers.ts';
import { newPasswordSchema, passwordSchema } from '#contracts/password.ts';
import { atMost, formLine } from '#contracts/text.ts';
import { accountErrorTexts } from '#texts/errors.ts';
import { accountRuleTexts } from '#texts/validation.ts';

/** The sign-in of the shop's own accounts, up to the proof that `PUT /user/{email}` exchanges. */

const publicly = <Method extends 'GET' | 'POST'>(method: Method, path: string) => ({
  method,
  path: `/api/auth${path}`,
  access: 'public' as const,
  tag: 'Accounts' as const,
});

export const signedInSchema = z.object({
  token: z.string(),
  email: z.string(),
  secondFactor: z.array(z.enum(['code', 'passkey'])),
});
/** A sign-in: the proof (`token`), whose it is, and what it lacks before it can be exchanged. */
export type SignedIn = z.infer<typeof signedInSchema>;

const done = z.object({ status: z.literal(true) });

const proofDescription =
  '`token` proves the sign-in: `PUT /user/{email}` exchanges it, once and within 10 minutes, for the access token.';

/** Accounts accept fewer addresses than the shop does. */
const email = z.pipe(newEmailSchema, z.email({ error: accountRuleTexts.emailWrong }));

/** What `POST /api/auth/reset-password` answered, to count the attempts of whoever reads the mail apart. */
const pass = z.optional(z.string().check(...atMost(1000, 'pass is too long')));

const { passkey: wrongPasskey } = accountRuleTexts;
const part = z.string(wrongPasskey).check(...atMost(4_000, wrongPasskey));

/** An answer of `navigator.credentials.get` as JSON; the WebAuthn library reads its parts. */
const passkeyAnswer = z.object(
  {
    id: part,
    rawId: part,
    type: z.literal('public-key', wrongPasskey),
    clientExtensionResults: z.looseObject({}),
    response: z.object(
      { clientDataJSON: part, authenticatorData: part, signature: part, userHandle: z.exactOptional(part) },
      wrongPasskey,
    ),
  },
  wrongPasskey,
);

export const signUpCall = {
  ...publicly('POST', '/sign-up/email'),
  operationId: 'signUp',
  summary: 'Creates an account',
  description:
    'The answer is the same if the address already has an account: its owner is notified by email, and signing in still needs their password.',
  body: z.object({
    name: formLine({ ...accountRuleTexts.name, max: 200 }),
    email,
    password: newPasswordSchema,
  }),
  reply: done,
} satisfies Call;

export const signInCall = {
  ...publicly('POST', '/sign-in/email'),
  operationId: 'signIn',
  summary: 'Signs in with email and password',
  description: `${proofDescription} If \`secondFactor\` is not empty, it has to pass one of these first.`,
  body: z.object({ email, password: passwordSchema, pass }),
  reply: signedInSchema,
  errors: ['not_signed_in'],
} satisfies Call;

export const passSecondFactorCall = {
  ...publicly('POST', '/second-factor'),
  operationId: 'passSecondFactor',
  summary: 'Passes the second factor by a code of the authenticator app, or by a recovery code',
  description:
    'With the proof of a sign-in, which can be exchanged then; or with an access token, to prove again who is there. Each code counts once.',
  bearer: 'proof',
  body: z.object({ code: formLine({ ...accountRuleTexts.code, max: 40 }) }),
  reply: done,
  errors: ['not_signed_in'],
} satisfies Call;

export const startPasskeyCall = {
  ...publicly('POST', '/passkey/options'),
  operationId: 'startPasskey',
  summary: 'Gets the options that the browser uses a passkey with',
  description:
    'For `navigator.credentials.get` (WebAuthn). With a bearer: a passkey of its account, as its second factor. Without: any passkey of this shop, to sign in with.',
  bearer: 'proofOrNone',
  reply: z.looseObject({ challenge: z.string() }),
  errors: ['not_signed_in'],
} satisfies Call;

export const usePasskeyCall = {
  ...publicly('POST', '/passkey'),
  operationId: 'usePasskey',
  summary: 'Signs in by a passkey',
  description: `\`passkey\` is what the browser answered, as JSON. ${proofDescription}`,
  body: z.object({ passkey: passkeyAnswer }),
  reply: signedInSchema,
} satisfies Call;

export const passByPasskeyCall = {
  ...publicly('POST', '/second-factor/passkey'),
  operationId: 'passByPasskey',
  summary: 'Passes the second factor by a passkey',
  description: 'As with a code. `passkey` is what the browser answered, as JSON.',
  bearer: 'proof',
  body: z.object({ passkey: passkeyAnswer }),
  reply: done,
  errors: ['not_signed_in'],
} satisfies Call;

export const confirmPasswordCall = {
  ...publicly('POST', '/confirm-password'),
  access: 'user',
  operationId: 'confirmPassword',
  summary: 'Proves again who is at the session, by the password',
  description:
    'For 10 minutes, the session can then make the calls that need a fresh sign-in (403 `fresh_sign_in_needed`). Signing in again does this too; with a second factor, only passing that does.',
  body: z.object({ password: passwordSchema, pass }),
  reply: done,
  errors: ['second_factor_needed', 'not_found'],
} satisfies Call;

export const signOutCall = {
  ...publicly('POST', '/sign-out'),
  access: 'user',
  operationId: 'signOut',
  summary: 'Ends the session',
  reply: done,
} satisfies Call;

export const requestPasswordResetCall = {
  ...publicly('POST', '/request-password-reset'),
  operationId: 'requestPasswordReset',
  summary: 'Emails a link to set a new password',
  description: 'The answer is the same for unknown addresses.',
  body: z.object({ email }),
  reply: done,
} satisfies Call;

export const resetPasswordCall = {
  ...publicly('POST', '/reset-password'),
  operationId: 'resetPassword',
  summary: 'Sets a new password with the token of an emailed link',
  description:
    'Every session ends. The answer has a `pass`: sent with the next sign-ins, it counts their attempts separately from everyone else’s.',
  body: z.object({
    token: z
      .string({ error: 'token is required' })
      .check(z.regex(/^\w{1,100}$/, { error: accountErrorTexts.invalidLink })),
    newPassword: newPasswordSchema,
  }),
  reply: z.extend(done, { signInPass: z.string() }),
} satisfies Call;

export const sendVerificationEmailCall = {
  ...publicly('POST', '/send-verification-email'),
  access: 'user',
  operationId: 'sendVerificationEmail',
  summary: 'Emails a link to verify the address with',
  description: 'To the address of your account.',
  body: z.object({ email }),
  reply: done,
  errors: ['conflict', 'not_found'],
} satisfies Call;

export const verifyEmailCall = {
  ...publicly('GET', '/verify-email'),
  access: 'user',
  operationId: 'verifyEmail',
  summary: 'Verifies the address of your account with the token of an emailed link',
  query: z.object({
    token: z
      .string({ error: accountErrorTexts.invalidLink })
      .check(...atMost(1000, accountErrorTexts.invalidLink)),
  }),
  reply: done,
  errors: ['not_found'],
} satisfies Call;

/** Where the Google window ends: only the page made for it, never another URL. */
const googleReturn = z
  .string('callbackURL is not valid')
  .check(
    z.maxLength(2000, 'callbackURL is not valid'),
    z.regex(/^\/login\/google-done(\?[\w=&.%-]*)?$/, 'callbackURL is not valid'),
  );

export const signInWithGoogleCall = {
  ...publicly('POST', '/sign-in/social'),
  operationId: 'signInWithGoogle',
  summary: 'Gets the address to sign in at Google, if Google is set up',
  description:
    'The browser goes to `url`, with the cookie of the answer, and returns to `callbackURL`, with `error` in its query if nobody is signed in.',
  body: z.object({ callbackURL: googleReturn }),
  reply: z.object({ url: z.string() }),
  errors: ['not_found'],
} satisfies Call;

export const takeGoogleSignInCall = {
  ...publicly('GET', '/get-session'),
  operationId: 'takeGoogleSignIn',
  summary: 'Returns, once, the sign-in that Google’s window left in a cookie',
  description: proofDescription,
  reply: signedInSchema,
  errors: ['not_signed_in'],
} satisfies Call;

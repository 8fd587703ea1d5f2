import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, modifiedSchema } from '#contracts/call-parts.ts';
import { idParamsSchema } from '#contracts/identifiers.ts';
import { newPasswordSchema, passwordSchema } from '#contracts/password.ts';
import { atMost, formLine } from '#contracts/text.ts';
import { accountRuleTexts } from '#texts/validation.ts';

/** A call about one's own account. Separate from the calls of a sign-in: these take the access token. */
export const ofAccount = <Method extends Call['method']>(method: Method, path: string) => ({
  method,
  path: `/account${path}`,
  access: 'user' as const,
  tag: 'Accounts' as const,
});

export const passkeySchema = z.object({
  _id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type PasskeyRow = z.infer<typeof passkeySchema>;

/** How somebody logs in: reply of `GET /account/security`. */
export const securitySchema = z.object({
  provider: z.enum(['embedded', 'firebase']),
  /** Since when an authenticator app is set up; null if none is. */
  authenticatorSince: z.nullable(z.iso.datetime()),
  passkeys: z.array(passkeySchema),
  recoveryCodesLeft: z.int(),
  /** False for somebody who logs in with Google alone. */
  hasPassword: z.boolean(),
});
export type Security = z.infer<typeof securitySchema>;

/** The recovery codes, shown only this once. Empty if they have been shown before. */
const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** What an authenticator app shows: six digits. */
export const appCodeSchema = z.object({
  code: formLine({ ...accountRuleTexts.code, max: 20 }).check(
    z.regex(/^\D*(\d\D*){6}$/, accountRuleTexts.code.sixDigits),
  ),
});

export const passkeyNameSchema = z.object({ name: formLine({ ...accountRuleTexts.passkeyName, max: 60 }) });

const { passkey: wrongPasskey } = accountRuleTexts;
const part = z.string(wrongPasskey).check(...atMost(8_000, wrongPasskey));

/** The answer of `navigator.credentials.create` as JSON; the WebAuthn library reads its parts. */
const newPasskeySchema = z.extend(passkeyNameSchema, {
  passkey: z.object(
    {
      id: part,
      rawId: part,
      type: z.literal('public-key', wrongPasskey),
      clientExtensionResults: z.looseObject({}),
      response: z.object(
        {
          clientDataJSON: part,
          attestationObject: part,
          transports: z.exactOptional(
            z.array(z.string().check(...atMost(40, wrongPasskey))).check(z.maxLength(10)),
          ),
        },
        wrongPasskey,
      ),
    },
    wrongPasskey,
  ),
});

export const getSecurityCall = {
  ...ofAccount('GET', '/security'),
  reply: securitySchema,
  operationId: 'getSecurity',
  summary: 'Tells how you log in: your authenticator app, passkeys, and recovery codes left',
} satisfies Call;

export const changePasswordSchema = z.object({
  currentPassword: passwordSchema,
  newPassword: newPasswordSchema,
});

export const changePasswordCall = {
  ...ofAccount('POST', '/password'),
  body: changePasswordSchema,
  reply: modifiedSchema,
  errors: ['fresh_sign_in_needed', 'conflict', 'not_found'],
  operationId: 'changePassword',
  summary: 'Changes your password',
  description:
    'Every other session ends, and emailed links for a new password. With a second factor, a fresh sign-in is needed too.',
} satisfies Call;

export const startAuthenticatorCall = {
  ...ofAccount('POST', '/authenticator'),
  reply: z.object({ uri: z.string(), secret: z.string() }),
  errors: ['fresh_sign_in_needed', 'conflict', 'not_found'],
  operationId: 'startAuthenticator',
  summary: 'Makes a secret for an authenticator app',
  description:
    'The app reads `uri` as a QR code, or `secret` typed by hand. Nothing changes before its first code is confirmed.',
} satisfies Call;

export const confirmAuthenticatorCall = {
  ...ofAccount('POST', '/authenticator/confirm'),
  body: appCodeSchema,
  reply: recoveryCodesSchema,
  errors: ['not_found'],
  operationId: 'confirmAuthenticator',
  summary: 'Turns the authenticator app on by its first code',
  description: 'Every other session then needs a code. With the first factor come ten recovery codes.',
} satisfies Call;

export const removeAuthenticatorCall = {
  ...ofAccount('DELETE', '/authenticator'),
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed', 'not_found'],
  operationId: 'removeAuthenticator',
  summary: 'Removes the authenticator app',
} satisfies Call;

export const renewRecoveryCodesCall = {
  ...ofAccount('POST', '/recovery-codes'),
  reply: recoveryCodesSchema,
  errors: ['fresh_sign_in_needed', 'not_found'],
  operationId: 'renewRecoveryCodes',
  summary: 'Replaces your recovery codes by ten new ones',
  description: 'Each works once, in place of a code of the app or a passkey.',
} satisfies Call;

export const startAddingPasskeyCall = {
  ...ofAccount('POST', '/passkeys/options'),
  reply: z.looseObject({ challenge: z.string() }),
  errors: ['fresh_sign_in_needed', 'not_found', 'conflict'],
  operationId: 'startAddingPasskey',
  summary: 'Gets the options that the browser makes a passkey with',
  description: 'For `navigator.credentials.create` (WebAuthn). They hold for 5 minutes, and for one passkey.',
} satisfies Call;

export const addPasskeyCall = {
  ...ofAccount('POST', '/passkeys'),
  body: newPasskeySchema,
  reply: recoveryCodesSchema,
  errors: ['fresh_sign_in_needed', 'not_found', 'conflict'],
  operationId: 'addPasskey',
  summary: 'Adds a passkey',
  description:
    '`passkey` is what the browser answered, as JSON. With the first factor come ten recovery codes.',
} satisfies Call;

export const renamePasskeyCall = {
  ...ofAccount('PATCH', '/passkeys/:id'),
  params: idParamsSchema,
  body: passkeyNameSchema,
  reply: modifiedSchema,
  errors: ['not_found'],
  operationId: 'renamePasskey',
  summary: 'Renames a passkey',
} satisfies Call;

export const removePasskeyCall = {
  ...ofAccount('DELETE', '/passkeys/:id'),
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed', 'not_found'],
  operationId: 'removePasskey',
  summary: 'Removes a passkey',
} satisfies Call;

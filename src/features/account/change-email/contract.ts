import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { modifiedSchema } from '#contracts/call-parts.ts';
import { newEmailSchema } from '#contracts/identifiers.ts';
import { accountErrorTexts } from '#texts/errors.ts';
import { accountRuleTexts } from '#texts/validation.ts';

/** The accounts accept fewer addresses than the shop does, here as when signing up. */
export const changeEmailSchema = z.object({
  email: z.pipe(newEmailSchema, z.email({ error: accountRuleTexts.emailWrong })),
});

/** The token of an emailed link. */
const linkSchema = z.object({
  token: z
    .string({ error: accountErrorTexts.invalidLink })
    .check(z.regex(/^[\w.-]{1,1000}$/, { error: accountErrorTexts.invalidLink })),
});

export const changeEmailCall = {
  method: 'POST',
  path: '/account/email',
  access: 'user',
  body: changeEmailSchema,
  reply: changeEmailSchema,
  status: 202,
  errors: ['fresh_sign_in_needed', 'conflict'],
  tag: 'Accounts',
  operationId: 'changeEmail',
  summary: 'Asks for another email address for your account',
  description:
    'Emails a link to the new address, which works for 24 hours; nothing changes before it is followed. A request replaces the one before. The answer is the same if the address belongs to another account, which then gets no email. 409 for the admin in the settings, and where Firebase keeps the accounts.',
} satisfies Call;

export const confirmEmailCall = {
  method: 'POST',
  path: '/account/email/confirm',
  access: 'user',
  body: linkSchema,
  reply: modifiedSchema,
  errors: ['conflict'],
  tag: 'Accounts',
  operationId: 'confirmEmail',
  summary: 'Gives your account its new email address, with the token of the link that was emailed there',
  description:
    'Your other sessions end. Both addresses are emailed; the earlier one, if it was verified, can undo it for 72 hours. 409 if another account has taken the address since.',
} satisfies Call;

export const undoEmailCall = {
  method: 'POST',
  path: '/account/email/undo',
  access: 'public',
  body: linkSchema,
  reply: modifiedSchema,
  errors: ['conflict'],
  tag: 'Accounts',
  operationId: 'undoEmailChange',
  summary:
    'Undoes the change of an account’s email address, with the token of the link that was emailed to the earlier one',
  description:
    'The account gets the address, password, Google accounts, and second factors back that it had. What was added since is removed, and every session and every API key made since ends.',
} satisfies Call;

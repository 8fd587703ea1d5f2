import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { modifiedSchema } from '#contracts/call-parts.ts';
import { emailParamsSchema, emailSchema, newEmailSchema } from '#contracts/identifiers.ts';
import { withPlainScheme } from '#contracts/links.ts';
import { newPasswordSchema } from '#contracts/password.ts';
import { formLine, plainLine } from '#contracts/text.ts';
import { accountRuleTexts } from '#texts/validation.ts';

const texts = accountRuleTexts;

const required = (field: { missing: string; label: string }, max = 200) => formLine({ ...field, max });

export const loginSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
});

export const signUpSchema = z.extend(loginSchema, { email: newEmailSchema, name: required(texts.name) });

/** Whose a session is. */
export const accountSchema = z.object({
  email: z.string(),
  displayName: z.string(),
  emailVerified: z.boolean(),
});

/** Reply of `PUT /user/{email}`: the shop's own access token, which is the session. */
export const tokenReplySchema = z.object({ token: z.string(), account: accountSchema });

/** A user's profile on the wire: the reply of `GET /user/{email}`. */
export const profileSchema = z.object({
  email: z.string(),
  displayName: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'staff', 'user']),
  emailVerified: z.boolean(),
  /** Present for a customer whom staff opened, until somebody logs in to the account. Their `email` is an
   * address at no-email.invalid until they have one. */
  openedByStaff: z.optional(z.literal(true)),
  /** Why the user may not order; omitted for users who are not blocked. */
  blockedReason: z.optional(z.string()),
  education: z.string(),
  linkedin: z.string(),
  phone: z.string(),
  city: z.string(),
  district: z.string(),
  /** Business name and VAT number; empty for a private buyer. */
  company: z.string(),
  vatNumber: z.string(),
});

export type Profile = z.infer<typeof profileSchema>;

const linkedin = required(texts.profile.linkedin, 500).check(
  z.overwrite(withPlainScheme),
  z.refine(
    (link) => URL.canParse(link) && /^https?:$/.test(new URL(link).protocol),
    texts.profile.linkedin.noLink,
  ),
);

/** Rules of the Edit Profile form, under its own field names. */
export const profileFormSchema = z.object({
  name: required(texts.profile.name),
  education: required(texts.profile.education),
  linkedinProfileLink: linkedin,
  phoneNumber: required(texts.profile.phone, 40),
  city: required(texts.profile.city),
  district: required(texts.profile.district),
  company: plainLine(texts.profile.company, 70),
  /** Only the server checks the number itself: the rules of all countries are too large to load here. */
  vatNumber: plainLine(texts.profile.vatNumber, 30),
});

/** Body of `PATCH /user/{email}`. `email` is ignored: the token identifies the user. Omitted fields stay
 * unchanged. */
export const profileChangeSchema = z.object({
  email: z.optional(emailSchema),
  name: z.optional(profileFormSchema.shape.name),
  education: z.optional(profileFormSchema.shape.education),
  linkedin: z.optional(linkedin),
  phone: z.optional(profileFormSchema.shape.phoneNumber),
  city: z.optional(profileFormSchema.shape.city),
  district: z.optional(profileFormSchema.shape.district),
  company: z.optional(profileFormSchema.shape.company),
  vatNumber: z.optional(profileFormSchema.shape.vatNumber),
});

export type ProfileChange = z.infer<typeof profileChangeSchema>;

/** `PUT /user/{email}`: the exchange itself verifies the proof in the bearer */
export const exchangeTokenCall = {
  method: 'PUT',
  path: '/user/:email',
  access: 'public',
  bearer: 'proof',
  params: emailParamsSchema,
  reply: tokenReplySchema,
  errors: ['not_signed_in', 'second_factor_needed'],
  tag: 'Users',
  operationId: 'exchangeToken',
  summary: 'Exchanges the proof of a sign-in for an access token',
  description:
    'The bearer is what the sign-in answered, for that email: a proof that counts once, or Firebase’s ID token. The access token in the answer is the session; every other call takes it as its bearer. It is never renewed: it ends when it has not been used for a while (the shop’s settings say how long), after 180 days, and when the person is logged out.',
} satisfies Call;

export const getOwnSessionCall = {
  method: 'GET',
  path: '/account/session',
  access: 'user',
  reply: accountSchema,
  tag: 'Accounts',
  operationId: 'getOwnSession',
  summary: 'Tells whose the session is',
} satisfies Call;

export const getProfileCall = {
  method: 'GET',
  path: '/user/:email',
  access: 'user',
  params: emailParamsSchema,
  reply: profileSchema,
  errors: ['not_allowed', 'not_found'],
  tag: 'Users',
  operationId: 'getProfile',
  summary: 'A profile',
  description: 'Your own, or any for staff and admins.',
} satisfies Call;

export const updateProfileCall = {
  method: 'PATCH',
  path: '/user/:email',
  access: 'user',
  params: emailParamsSchema,
  body: profileChangeSchema,
  reply: modifiedSchema,
  errors: ['not_allowed'],
  tag: 'Users',
  operationId: 'updateProfile',
  summary: 'Changes your profile',
  description:
    'Fields left out do not change. A `vatNumber` begins with the two letters of its country; its format and check digits are verified.',
} satisfies Call;

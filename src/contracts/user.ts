import { z } from 'zod';
import { accountRuleTexts } from '#texts/validation.ts';
import { emailSchema } from './identifiers.ts';
import { listPageSchema } from './list-page.ts';
import { plainLine, typedLine } from './text.ts';

const texts = accountRuleTexts;

const required = (field: { missing: string; label: string }, max = 200) => typedLine({ ...field, max });

/** Rules of the login form. */
export const loginSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, texts.passwordMissing).min(6, texts.passwordShort).max(128, texts.passwordLong),
});

/** Rules of the sign-up form. */
export const signUpSchema = loginSchema.extend({ name: required(texts.name) });

/** Answer of `PUT /user/{email}`: the shop's own access token, good until `expiresAt` (ISO 8601). */
export const tokenReplySchema = z.object({ token: z.string(), expiresAt: z.iso.datetime() });

/** Answer of `GET /admin/{email}`. */
export const adminReplySchema = z.object({ admin: z.boolean() });

/** A user's profile on the wire: answer of `GET /user/{email}`. */
export const profileSchema = z.object({
  email: z.string(),
  displayName: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'user']),
  emailVerified: z.boolean(),
  education: z.string(),
  linkedin: z.string(),
  phone: z.string(),
  city: z.string(),
  district: z.string(),
});

/** A user's profile on the wire. */
export type Profile = z.infer<typeof profileSchema>;

/** One row of `GET /user`. */
export const userRowSchema = profileSchema.pick({
  email: true,
  displayName: true,
  role: true,
  emailVerified: true,
});

/** One row of `GET /user`. */
export type UserRow = z.infer<typeof userRowSchema>;

/** What the list of users may be sorted by. */
export const userSorts = ['newest', 'name', 'email'] as const;

/** What the list of users may be sorted by. */
export type UserSort = (typeof userSorts)[number];

/** What a user may be. */
export const userRoles = ['admin', 'user'] as const;

/** Query of `GET /user`. `q`: the beginnings of words of name and email. */
export const userListSchema = listPageSchema.extend({
  q: plainLine('q', 200).optional(),
  role: z.enum(userRoles, { error: `role must be one of ${userRoles.join(', ')}` }).optional(),
  sort: z.enum(userSorts, { error: `sort must be one of ${userSorts.join(', ')}` }).default('newest'),
});

/** The parsed query of `GET /user`. */
export type UserList = z.infer<typeof userListSchema>;

const linkedin = required(texts.profile.linkedin, 500).refine(
  (link) => URL.canParse(link) && /^https?:$/.test(new URL(link).protocol),
  texts.profile.linkedin.noLink,
);

/** Rules of the Edit Profile form, under its own field names (decision 22 maps them to the stored ones). */
export const profileFormSchema = z.object({
  name: required(texts.profile.name),
  education: required(texts.profile.education),
  linkedinProfileLink: linkedin,
  phoneNumber: required(texts.profile.phone, 40),
  city: required(texts.profile.city),
  district: required(texts.profile.district),
});

/** Body of `PATCH /user/{email}`. `email` is ignored: the token says who. What is left out stays as it is. */
export const profileChangeSchema = z.object({
  email: emailSchema.optional(),
  name: profileFormSchema.shape.name.optional(),
  education: profileFormSchema.shape.education.optional(),
  linkedin: linkedin.optional(),
  phone: profileFormSchema.shape.phoneNumber.optional(),
  city: profileFormSchema.shape.city.optional(),
  district: profileFormSchema.shape.district.optional(),
});

/** Body of `PATCH /user/{email}`. */
export type ProfileChange = z.infer<typeof profileChangeSchema>;

import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { csvSchema, deletedSchema, listPageSchema, modifiedSchema, oneOf } from '#contracts/call-parts.ts';
import { emailParamsSchema } from '#contracts/identifiers.ts';
import { formLine, plainLine } from '#contracts/text.ts';
import { blockRuleTexts } from '#texts/validation.ts';
import { profileSchema } from './contract.ts';

/** Separate from the other calls about users: only the dashboard needs these. */

/** `staff` is present only for staff; an admin may do everything that staff may. `factorDueAt`: until when
 * they can go without the second factor that is demanded of them; once that is over, they are neither. */
export const adminReplySchema = z.object({
  admin: z.boolean(),
  staff: z.optional(z.boolean()),
  factorDueAt: z.optional(z.iso.datetime()),
});
export type AdminReply = z.infer<typeof adminReplySchema>;

/** The role in the reply of the admin check. */
export const actingRole = ({ admin, staff }: AdminReply): UserRole =>
  admin ? 'admin' : staff ? 'staff' : 'user';

/** Whether the second factor that is demanded of somebody on staff is overdue. */
export const lacksFactor = ({ admin, staff, factorDueAt }: AdminReply) =>
  factorDueAt !== undefined && !admin && !staff;

/** One row of `GET /user`. `secondFactor`: whether they log in with one; left out where Firebase keeps the
 * accounts. */
export const userRowSchema = z.extend(
  z.pick(profileSchema, {
    email: true,
    displayName: true,
    role: true,
    emailVerified: true,
    openedByStaff: true,
    blockedReason: true,
  }),
  { secondFactor: z.optional(z.boolean()) },
);
export type UserRow = z.infer<typeof userRowSchema>;

/** Sort orders of the list of users. */
export const userSorts = ['newest', 'name', 'email'] as const;
export type UserSort = (typeof userSorts)[number];

/** From the most to the fewest powers. A buyer is a 'user' on the wire. */
export const userRoles = ['admin', 'staff', 'user'] as const;
export type UserRole = (typeof userRoles)[number];

/** Query of `GET /user`. `q`: prefixes of words in name and email, or a phone number; `blocked`: only blocked
 * buyers; `secondFactor`: only staff and admins who have none. */
export const userListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  role: z.optional(oneOf('role', userRoles)),
  blocked: z.optional(oneOf('blocked', ['true'])),
  secondFactor: z.optional(oneOf('secondFactor', ['missing'])),
  sort: z._default(oneOf('sort', userSorts), 'newest'),
});
export type UserList = z.infer<typeof userListSchema>;

/** Body of `PUT /user/blocked/{email}`. The reason is shown to the buyer. */
export const blockSchema = z.object({ reason: formLine({ ...blockRuleTexts.reason, max: 200 }) });

const ofStaff = { access: 'staff', tag: 'Users' } as const;
const ofAdmins = { access: 'admin', tag: 'Users' } as const;

export const listUsersCall = {
  ...ofStaff,
  method: 'GET',
  path: '/user',
  query: userListSchema,
  reply: z.array(userRowSchema),
  scope: 'customers',
  operationId: 'listUsers',
  summary: 'Lists all users: searched, by role, blocked, or staff without a second factor',
  description:
    '`q` matches the beginnings of words in names and emails, and phone numbers in any notation (their last 7 digits or more, or their first 6 or more without the country code) in profiles, address books, and orders.',
} satisfies Call;

export const exportUsersCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/exports/users.csv',
  query: z.pick(userListSchema, { q: true, role: true, blocked: true, secondFactor: true }),
  reply: csvSchema,
  media: 'text/csv',
  scope: 'customers',
  errors: ['fresh_sign_in_needed'],
  operationId: 'exportUsers',
  summary: 'Exports users as a CSV file, oldest first',
  description:
    'Needs a fresh sign-in unless by an API key, and emails the person who exports. All users, or those that `GET /user` lists for the same search. Cells that look like a formula start with an apostrophe.',
} satisfies Call;

export const makeAdminCall = {
  ...ofAdmins,
  method: 'PUT',
  path: '/user/admin/:email',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['fresh_sign_in_needed', 'not_found', 'conflict'],
  operationId: 'makeAdmin',
  summary: 'Gives a user the admin role',
  description: '`modifiedCount` is 0 if they already have it. A blocked buyer is unblocked by it.',
} satisfies Call;

export const takeAdminCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/user/admin/:email',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['fresh_sign_in_needed', 'not_found', 'conflict'],
  operationId: 'takeAdmin',
  summary: 'Removes the admin role, at once and in every session',
  description:
    '`modifiedCount` is 0 if they do not have it. The last admin with a verified address keeps it, and so does the one in SHOP_ADMIN_EMAIL.',
} satisfies Call;

export const makeStaffCall = {
  ...ofAdmins,
  method: 'PUT',
  path: '/user/staff/:email',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['fresh_sign_in_needed', 'not_found', 'conflict'],
  operationId: 'makeStaff',
  summary: 'Gives a user the staff role',
  description:
    '`modifiedCount` is 0 if they already have it; remove an admin’s role first. A blocked buyer is unblocked by it.',
} satisfies Call;

export const takeStaffCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/user/staff/:email',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['fresh_sign_in_needed', 'not_found'],
  operationId: 'takeStaff',
  summary: 'Removes the staff role, at once and in every session',
  description: '`modifiedCount` is 0 if they do not have it.',
} satisfies Call;

export const blockUserCall = {
  ...ofStaff,
  method: 'PUT',
  path: '/user/blocked/:email',
  params: emailParamsSchema,
  body: blockSchema,
  reply: modifiedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'blockUser',
  summary: 'Blocks a buyer, who then cannot place, change, or start to pay for orders',
  description:
    'They can still log in and read, and a payment in progress can finish. `modifiedCount` is 0 if they are already blocked for this reason.',
} satisfies Call;

export const unblockUserCall = {
  ...ofStaff,
  method: 'DELETE',
  path: '/user/blocked/:email',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['not_found'],
  operationId: 'unblockUser',
  summary: 'Unblocks a buyer',
  description: '`modifiedCount` is 0 if they are not blocked.',
} satisfies Call;

export const deleteUserCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/user/:email',
  params: emailParamsSchema,
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed', 'not_found', 'conflict'],
  operationId: 'deleteUser',
  summary: 'Deletes a user’s account and erases their personal data, for someone who asked the shop to',
  description: 'As `DELETE /account` does for oneself, under the same conditions.',
} satisfies Call;

export const resetFactorsCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/user/factors/:email',
  params: emailParamsSchema,
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed', 'not_found', 'own_account'],
  operationId: 'resetFactors',
  summary: 'Removes the second factor of someone who has lost it, and logs them out everywhere',
  description:
    'Their authenticator app, passkeys, and recovery codes; they are told by email. Never your own. `deletedCount` is 0 if they have none.',
} satisfies Call;

export const exportUserCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/user/export/:email',
  params: emailParamsSchema,
  reply: z.object({ state: z.enum(['none', 'making', 'ready', 'failed']) }),
  status: 202,
  errors: ['fresh_sign_in_needed', 'not_found', 'conflict', 'too_many_requests'],
  operationId: 'exportUser',
  summary: 'Starts to prepare a copy of a user’s data, for someone who asked the shop for it',
  description:
    'As `POST /account/export` does for oneself. They are emailed once it is ready, and log in to download it; nobody else can.',
} satisfies Call;

export const isAdminCall = {
  method: 'GET',
  path: '/admin/:email',
  access: 'user',
  params: emailParamsSchema,
  reply: adminReplySchema,
  tag: 'Users',
  operationId: 'isAdmin',
  summary: 'Tells whether a user is an admin; about someone else, only to an admin',
  description:
    'Anyone else asking about another user gets `admin: false`. Staff also get `staff: true`, and `factorDueAt` while a second factor is demanded of them that they don’t have.',
} satisfies Call;

import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { csvSchema, listPageSchema, modifiedSchema, oneOf } from '#contracts/call-parts.ts';
import { emailParamsSchema } from '#contracts/identifiers.ts';
import { formLine, plainLine } from '#contracts/text.ts';
import { blockRuleTexts } from '#texts/validation.ts';
import { profileSchema } from './contract.ts';

/** Separate from the other calls about users: only the dashboard needs these. */

/** `staff` is present only for staff; an admin may do everything that staff may. */
export const adminReplySchema = z.object({ admin: z.boolean(), staff: z.optional(z.boolean()) });

/** The role in the reply of the admin check. */
export const actingRole = ({ admin, staff }: z.infer<typeof adminReplySchema>): UserRole =>
  admin ? 'admin' : staff ? 'staff' : 'user';

/** One row of `GET /user`. */
export const userRowSchema = z.pick(profileSchema, {
  email: true,
  displayName: true,
  role: true,
  emailVerified: true,
  blockedReason: true,
});
export type UserRow = z.infer<typeof userRowSchema>;

/** Sort orders of the list of users. */
export const userSorts = ['newest', 'name', 'email'] as const;
export type UserSort = (typeof userSorts)[number];

/** From the most to the fewest powers. A buyer is a 'user' on the wire. */
export const userRoles = ['admin', 'staff', 'user'] as const;
export type UserRole = (typeof userRoles)[number];

/** Query of `GET /user`. `q`: prefixes of words in name and email, or a phone number; `blocked`: only blocked
 * buyers. */
export const userListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  role: z.optional(oneOf('role', userRoles)),
  blocked: z.optional(oneOf('blocked', ['true'])),
  sort: z._default(oneOf('sort', userSorts), 'newest'),
});
export type UserList = z.infer<typeof userListSchema>;

/** Body of `PUT /user/blocked/{email}`. The reason is shown to the buyer. */
export const blockSchema = z.object({ reason: formLine({ ...blockRuleTexts.reason, max: 200 }) });

export const listUsersCall = {
  method: 'GET',
  path: '/user',
  access: 'staff',
  query: userListSchema,
  reply: z.array(userRowSchema),
  tag: 'Users',
  operationId: 'listUsers',
  summary: 'All users: searched, by role, the blocked ones, sorted',
  description:
    '`q` finds the beginnings of words of names and emails, and phone numbers in any notation (their last 7 digits or more): of profiles, address books and orders.',
} satisfies Call;

export const exportUsersCall = {
  method: 'GET',
  path: '/exports/users.csv',
  access: 'admin',
  query: z.pick(userListSchema, { q: true, role: true, blocked: true }),
  reply: csvSchema,
  media: 'text/csv',
  tag: 'Users',
  operationId: 'exportUsers',
  summary: 'The users as a CSV file, the oldest first',
  description:
    'All of them, or those that `GET /user` lists for the same words. Cells that begin like a formula have an apostrophe before them.',
} satisfies Call;

export const makeAdminCall = {
  method: 'PUT',
  path: '/user/admin/:email',
  access: 'admin',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['not_found'],
  tag: 'Users',
  operationId: 'makeAdmin',
  summary: 'Gives a user the admin role',
  description: '`modifiedCount` is 0 when they have it already. A blocked buyer is unblocked by it.',
} satisfies Call;

export const takeAdminCall = {
  method: 'DELETE',
  path: '/user/admin/:email',
  access: 'admin',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['not_found', 'conflict'],
  tag: 'Users',
  operationId: 'takeAdmin',
  summary: 'Takes the admin role back, at once and in every session',
  description:
    '`modifiedCount` is 0 when they do not have it. The last admin with a verified address keeps it, and so does the one that the settings name.',
} satisfies Call;

export const makeStaffCall = {
  method: 'PUT',
  path: '/user/staff/:email',
  access: 'admin',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['not_found', 'conflict'],
  tag: 'Users',
  operationId: 'makeStaff',
  summary: 'Gives a user the staff role',
  description:
    '`modifiedCount` is 0 when they have it already; an admin’s is taken back first. A blocked buyer is unblocked by it.',
} satisfies Call;

export const takeStaffCall = {
  method: 'DELETE',
  path: '/user/staff/:email',
  access: 'admin',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['not_found'],
  tag: 'Users',
  operationId: 'takeStaff',
  summary: 'Takes the staff role back, at once and in every session',
  description: '`modifiedCount` is 0 when they do not have it.',
} satisfies Call;

export const blockUserCall = {
  method: 'PUT',
  path: '/user/blocked/:email',
  access: 'staff',
  params: emailParamsSchema,
  body: blockSchema,
  reply: modifiedSchema,
  errors: ['not_found', 'conflict'],
  tag: 'Users',
  operationId: 'blockUser',
  summary: 'Blocks a buyer, who then cannot place, change or start to pay for an order',
  description:
    'They can log in and read, and a payment that is under way goes on. `modifiedCount` is 0 when they are blocked for this reason already.',
} satisfies Call;

export const unblockUserCall = {
  method: 'DELETE',
  path: '/user/blocked/:email',
  access: 'staff',
  params: emailParamsSchema,
  reply: modifiedSchema,
  errors: ['not_found'],
  tag: 'Users',
  operationId: 'unblockUser',
  summary: 'Lets a blocked buyer order again',
  description: '`modifiedCount` is 0 when they are not blocked.',
} satisfies Call;

export const isAdminCall = {
  method: 'GET',
  path: '/admin/:email',
  access: 'user',
  params: emailParamsSchema,
  reply: adminReplySchema,
  tag: 'Users',
  operationId: 'isAdmin',
  summary: 'Whether a user is an admin; about somebody else only an admin learns it',
  description:
    'Anybody else asking about another user gets `admin: false`. For staff there is `staff: true` beside it.',
} satisfies Call;

import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, insertedSchema, modifiedSchema, oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema, newEmailSchema } from '#contracts/identifiers.ts';
import { accountErrorTexts } from '#texts/errors.ts';

/** The roles that people are invited to, the lesser first. */
export const invitedRoles = ['staff', 'admin'] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** How many invitations there are at most. */
export const MAX_INVITATIONS = 50;

/** Body of `POST /invitations`. */
export const inviteSchema = z.object({ email: newEmailSchema, role: oneOf('role', invitedRoles) });

export const invitationSchema = z.object({
  _id: z.uuid(),
  email: z.string(),
  role: z.enum(invitedRoles),
  /** The email of the admin who invited. */
  invitedBy: z.nullable(z.string()),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Whether its link has ended. */
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** Body of `POST /invitations/accept`: the token of the emailed link. */
export const acceptInvitationSchema = z.object({
  token: z
    .string({ error: accountErrorTexts.invalidLink })
    .check(z.regex(/^[\w.-]{1,1000}$/, { error: accountErrorTexts.invalidLink })),
});

const ofAdmins = { access: 'admin', tag: 'Users' } as const;

export const listInvitationsCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/invitations',
  reply: z.array(invitationSchema),
  operationId: 'listInvitations',
  summary: 'Lists the invitations to become staff or an admin that nobody has accepted, newest first',
  description: `At most ${MAX_INVITATIONS}. Expired ones stay until they are sent again or withdrawn.`,
} satisfies Call;

export const inviteCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/invitations',
  body: inviteSchema,
  reply: insertedSchema,
  status: 201,
  errors: ['fresh_sign_in_needed', 'conflict', 'too_many_requests'],
  operationId: 'invite',
  summary: 'Invites someone by email to become staff or an admin',
  description:
    'Emails a link that works once, for 7 days, in an account with that email. Conflict if the email is already invited, or has this role or a higher one.',
} satisfies Call;

export const resendInvitationCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/invitations/:id/resend',
  params: idParamsSchema,
  reply: modifiedSchema,
  errors: ['fresh_sign_in_needed', 'not_found', 'too_many_requests'],
  operationId: 'resendInvitation',
  summary: 'Emails an invitation again, for another 7 days',
  description: 'The earlier link ends.',
} satisfies Call;

export const withdrawInvitationCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/invitations/:id',
  params: idParamsSchema,
  reply: deletedSchema,
  operationId: 'withdrawInvitation',
  summary: 'Withdraws an invitation',
  description: 'Its link ends. `deletedCount` is 0 if there is none, or it was accepted.',
} satisfies Call;

export const acceptInvitationCall = {
  method: 'POST',
  path: '/invitations/accept',
  access: 'user',
  body: acceptInvitationSchema,
  reply: z.object({ role: z.enum(invitedRoles), emailVerified: z.boolean() }),
  errors: ['conflict'],
  tag: 'Users',
  operationId: 'acceptInvitation',
  summary: 'Accepts an invitation with the token of its link',
  description:
    'For the account with the invited email only (otherwise a conflict). The role takes effect once the email is verified.',
} satisfies Call;

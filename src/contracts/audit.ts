import { z } from 'zod';

/** Everything that the audit trail tells of. */
export const auditActions = [
  'signed up',
  'signed in',
  'sign-in refused',
  'signed out',
  'email verified',
  'password reset',
  'session stolen',
  'sessions ended',
  'role given',
  'profile changed',
  'tool added',
  'tool removed',
  'synonym added',
  'synonym removed',
  'picture stored',
  'review added',
  'order placed',
  'order changed',
  'order paid',
  'order shipped',
  'order deleted',
  'payment started',
  'payment released',
  'payment called back',
  'payment refunded',
  'difference mended',
  'mail given up',
  'refused',
] as const;

/** What happened, as the audit trail names it. */
export type AuditAction = (typeof auditActions)[number];

/** One entry of an order's audit trail. `details` holds ids, units and amounts in whole minor units. */
export const auditEventSchema = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  actor: z.string(),
  /** The address of the user who acted, where it was one who is still there. */
  actorEmail: z.string().nullable(),
  requestId: z.string().nullable(),
  action: z.enum(auditActions),
  details: z.record(z.string(), z.unknown()),
});

/** The parsed entry. */
export type AuditEvent = z.infer<typeof auditEventSchema>;

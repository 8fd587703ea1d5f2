import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { insertedSchema } from '#contracts/call-parts.ts';
import { emailParamsSchema } from '#contracts/identifiers.ts';
import { newStaffNoteSchema, staffNoteSchema } from '#contracts/staff-note.ts';
import { customerDeliverySchema } from '#features/counter/contract.ts';
import { orderSchema } from '#features/orders/contract.ts';
import { managedReviewSchema } from '#features/reviews/contract.ts';
import { profileSchema } from '#features/users/contract.ts';

/** Maximum number of a customer's newest orders, and of their reviews, in the answer. */
export const CUSTOMERS_LATEST = 10;

/** Everything that staff see about a customer. `spent` is the total charged for paid orders, with tax and
 * delivery, less refunds. */
export const customerSchema = z.extend(profileSchema, {
  since: z.iso.datetime(),
  /** Where their orders usually go. */
  delivery: z.optional(customerDeliverySchema),
  orders: z.object({
    count: z.int(),
    unpaid: z.int(),
    toShip: z.int(),
    spent: z.number(),
    latest: z.array(orderSchema),
  }),
  reviews: z.object({ count: z.int(), latest: z.array(managedReviewSchema) }),
  notes: z.array(staffNoteSchema),
  /** How they log in besides the password; left out where Firebase keeps the accounts. */
  factors: z.optional(
    z.object({
      /** When a code of their authenticator app was last used; null without one. */
      authenticatorUsedAt: z.nullable(z.iso.datetime()),
      passkeys: z.array(z.object({ name: z.string(), lastUsedAt: z.nullable(z.iso.datetime()) })),
      recoveryCodesLeft: z.int(),
    }),
  ),
});
export type Customer = z.infer<typeof customerSchema>;

export const getCustomerCall = {
  method: 'GET',
  path: '/customers/:email',
  access: 'staff',
  params: emailParamsSchema,
  reply: customerSchema,
  errors: ['not_found'],
  tag: 'Customers',
  operationId: 'getCustomer',
  summary: 'Gets a customer: profile, role, block, second factors, orders, reviews, and staff notes',
  description: `Has the newest ${CUSTOMERS_LATEST} orders and reviews, and the number of each. Notes are oldest first.`,
} satisfies Call;

export const addCustomerNoteCall = {
  method: 'POST',
  path: '/customers/:email/notes',
  access: 'staff',
  params: emailParamsSchema,
  body: newStaffNoteSchema,
  reply: insertedSchema,
  errors: ['not_found', 'conflict'],
  tag: 'Customers',
  operationId: 'addCustomerNote',
  summary: 'Adds a staff note to a customer',
  description: 'Customers see notes only in a copy of their data. Notes cannot be changed.',
} satisfies Call;

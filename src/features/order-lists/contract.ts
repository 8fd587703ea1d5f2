import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { orderNumberPattern } from '#contracts/order-number.ts';
import { staffNoteSchema } from '#contracts/staff-note.ts';
import { auditEventSchema } from '#features/audit/contract.ts';
import { deskOrderSchema } from '#features/orders/desk-contract.ts';
import { parcelSchema } from '#features/orders/parcel-contract.ts';
import { billSchema } from '#features/payments/contract.ts';
import { listedRefundSchema } from '#features/refunds/contract.ts';

/** Most events in a purchase's history: a purchase of fifty orders has a few hundred. */
export const MAX_PURCHASE_EVENTS = 500;

/** How a purchase was or is to be paid: what it charges, and who is billed. `method`: by card, or how staff
 * received it on `receivedOn`; `dueOn`: the due date of an invoice before payment; `billTo` and `deliverTo`:
 * address lines as printed, null if they are those on the orders. */
const purchasePaymentSchema = z.extend(z.omit(billSchema, { transactionId: true }), {
  method: z.enum(['card', 'cash', 'transfer']),
  reference: z.string(),
  receivedOn: z.nullable(z.iso.date()),
  dueOn: z.nullable(z.iso.date()),
  billName: z.string(),
  billTo: z.nullable(z.string()),
  deliverTo: z.nullable(z.string()),
});

/** A purchase for staff. `orders`: in the payment's order; `payment`: null for an order that is neither paid
 * nor on an invoice; `events`: the newest, oldest first, of all its orders. */
export const purchaseSchema = z.object({
  number: z.string(),
  orders: z.array(deskOrderSchema).check(z.minLength(1)),
  payment: z.nullable(purchasePaymentSchema),
  parcels: z.array(parcelSchema),
  refunds: z.array(listedRefundSchema),
  notes: z.array(z.extend(staffNoteSchema, { orderNumber: z.string() })),
  events: z.array(z.extend(auditEventSchema, { orderNumber: z.string() })),
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const getPurchaseCall = {
  method: 'GET',
  path: '/manageorders/:number/purchase',
  access: 'staff',
  params: z.object({
    number: z.string().check(z.regex(orderNumberPattern, 'number must be an order number, such as TY-10482')),
  }),
  reply: purchaseSchema,
  errors: ['not_found'],
  tag: 'Orders',
  operationId: 'getPurchase',
  summary: 'Retrieves a purchase by the number of any of its orders',
  description:
    'A purchase is the orders that were paid together, or are on one open invoice; its `number` is that of the first one. Any other order is a purchase of its own.',
} satisfies Call;

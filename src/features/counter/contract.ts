import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { daySchema, idempotencyHeadersSchema, modifiedSchema } from '#contracts/call-parts.ts';
import { emailParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { plainLine } from '#contracts/text.ts';
import {
  acceptPriceCall,
  acceptPriceSchema,
  newOrderSchema,
  orderIdsInPayment,
  orderSchema,
  placedOrderSchema,
  placeOrderCall,
} from '#features/orders/contract.ts';
import { createPaymentIntentCall } from '#features/payments/contract.ts';
import { byStaffRuleTexts } from '#texts/validation.ts';

/** Payment methods of orders marked as paid by hand. */
export const handMethods = ['cash', 'transfer'] as const;

export const MAX_REFERENCE = 100;

/** Body of `POST /customers/{email}/mark-paid`. `price`: the total paid, with delivery and tax; `reference`:
 * that of the transfer or receipt. Without `deliveryMethodId`, the cheapest method applies. */
export const markPaidSchema = z.object({
  orderIds: orderIdsInPayment,
  method: z.enum(handMethods, { error: byStaffRuleTexts.method }),
  reference: z.optional(plainLine('reference', MAX_REFERENCE)),
  /** The day of receipt, if before today. */
  receivedOn: z.optional(daySchema('receivedOn must be a day, such as 2026-11-23')),
  deliveryMethodId: z.optional(idSchema),
  price: z.optional(
    z.number({ error: 'price must be a number' }).check(z.positive('price must be more than 0')),
  ),
});
export type MarkPaid = z.infer<typeof markPaidSchema>;

/** Body of `POST /customers/{email}/pay-link`. */
export const payLinkSchema = z.object({ orderIds: orderIdsInPayment });

/** Body of `POST /customers/{email}/accept-price`. */
export const acceptPriceForCustomerSchema = z.extend(acceptPriceSchema, { orderId: idSchema });

/** The delivery details for a customer's order; empty if unknown. */
export const customerDeliverySchema = z.object({ phone: z.string(), address: z.string() });

export const customerDeliveryCall = {
  method: 'GET',
  path: '/customers/:email/delivery',
  access: 'staff',
  params: emailParamsSchema,
  reply: customerDeliverySchema,
  errors: ['not_found'],
  tag: 'Orders',
  operationId: 'customerDelivery',
  summary: 'The phone and the address that a customer’s orders usually go to',
  description: 'Their default address; without one, where the last order went. To fill in an order for them.',
} satisfies Call;

export const placeForCustomerCall = {
  method: 'POST',
  path: '/customers/:email/orders',
  access: 'staff',
  params: emailParamsSchema,
  headers: idempotencyHeadersSchema,
  body: newOrderSchema,
  reply: placedOrderSchema,
  status: 201,
  errors: ['email_not_verified', 'conflict', ...placeOrderCall.errors],
  tag: 'Orders',
  operationId: 'placeForCustomer',
  summary: 'Places an order for a customer, who asked for it at the counter or by telephone',
  description:
    'Adds the order to the customer’s cart as if they had placed it; their email address must be verified. They are not notified yet: `POST /customers/{email}/pay-link` does that.',
} satisfies Call;

export const sendPayLinkCall = {
  method: 'POST',
  path: '/customers/:email/pay-link',
  access: 'staff',
  params: emailParamsSchema,
  body: payLinkSchema,
  reply: modifiedSchema,
  errors: ['account_blocked', 'email_not_verified', 'not_found', 'conflict'],
  tag: 'Orders',
  operationId: 'sendPayLink',
  summary: 'Emails a customer the address of the page on which they pay for these orders by card',
  description:
    'They log in there and pay. `modifiedCount` is 1: one email is sent, however many orders it is about.',
} satisfies Call;

export const acceptPriceForCustomerCall = {
  method: 'POST',
  path: '/customers/:email/accept-price',
  access: 'staff',
  params: emailParamsSchema,
  body: acceptPriceForCustomerSchema,
  reply: orderSchema,
  errors: acceptPriceCall.errors,
  tag: 'Orders',
  operationId: 'acceptPriceForCustomer',
  summary:
    'Gives an unpaid order of a customer today’s price, to which they said yes at the counter or by telephone',
  description: 'As `POST /orders/{id}/accept-price`, which is the customer’s own; the trail names the staff.',
} satisfies Call;

export const markPaidCall = {
  method: 'POST',
  path: '/customers/:email/mark-paid',
  access: 'staff',
  params: emailParamsSchema,
  body: markPaidSchema,
  reply: z.array(orderSchema),
  errors: ['own_account', ...createPaymentIntentCall.errors],
  tag: 'Orders',
  operationId: 'markPaid',
  summary: 'Marks orders of a customer as paid in cash or by transfer, together',
  description:
    'One payment for all of them: takes the units of all and makes all paid, as a card’s success does, or none. A card payment under way is ended first; if it has succeeded, this is a conflict. All orders of an open invoice together are paid by that, for what is on it.',
} satisfies Call;

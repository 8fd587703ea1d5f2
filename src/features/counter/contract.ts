import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { daySchema, idempotencyHeadersSchema, modifiedSchema } from '#contracts/call-parts.ts';
import { emailParamsSchema, idSchema, newEmailSchema } from '#contracts/identifiers.ts';
import { formLine, plainLine } from '#contracts/text.ts';
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
import { accountRuleTexts, byStaffRuleTexts, orderRuleTexts } from '#texts/validation.ts';

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

const ofStaff = { access: 'staff', tag: 'Orders' } as const;

/** Body of `POST /customers`: whom staff order for without an account. */
export const openCustomerSchema = z.object({
  name: formLine({ ...accountRuleTexts.name, max: 200 }),
  phone: formLine({ ...orderRuleTexts.phone, max: 40 }),
});

/** The address that the calls about a customer take. */
export const customerEmailSchema = z.object({ email: z.string() });

/** Body of `PUT /customers/{email}/email`. Accounts accept fewer addresses than the shop does. */
export const giveEmailSchema = z.object({
  email: z.pipe(newEmailSchema, z.email({ error: accountRuleTexts.emailWrong })),
});

const ofCustomers = { access: 'staff', tag: 'Customers' } as const;

export const openCustomerCall = {
  ...ofCustomers,
  method: 'POST',
  path: '/customers',
  headers: idempotencyHeadersSchema,
  body: openCustomerSchema,
  reply: customerEmailSchema,
  status: 201,
  errors: ['too_many_requests', 'key_reused'],
  operationId: 'openCustomer',
  summary: 'Adds a customer who has no account, to order for in store or by phone',
  description:
    'The `email` in the answer stands for them in other calls: it is at no-email.invalid, where no email arrives, until `PUT /customers/{email}/email` gives them theirs.',
} satisfies Call;

export const giveEmailCall = {
  ...ofCustomers,
  method: 'PUT',
  path: '/customers/:email/email',
  params: emailParamsSchema,
  body: giveEmailSchema,
  reply: customerEmailSchema,
  scope: null,
  errors: ['not_found', 'conflict', 'too_many_requests'],
  operationId: 'giveEmail',
  summary: 'Gives a customer whom staff added their email, or corrects it',
  description:
    'They are emailed a link to set a password with: following it verifies the email, and the account with its orders is theirs. Conflict once someone has logged in to the account, if the email has an account, and where Firebase keeps the accounts.',
} satisfies Call;

export const resendVerificationCall = {
  ...ofCustomers,
  method: 'POST',
  path: '/customers/:email/verification',
  params: emailParamsSchema,
  reply: modifiedSchema,
  scope: null,
  errors: ['not_found', 'conflict', 'too_many_requests'],
  operationId: 'resendVerification',
  summary: 'Emails a customer the link to verify their email with again',
  description:
    'For a customer whom staff added: the link to set a password with. Conflict if the email is verified, and where Firebase keeps the accounts.',
} satisfies Call;

export const customerDeliveryCall = {
  ...ofStaff,
  method: 'GET',
  path: '/customers/:email/delivery',
  params: emailParamsSchema,
  reply: customerDeliverySchema,
  errors: ['not_found'],
  operationId: 'customerDelivery',
  summary: 'Gets a customer’s usual phone and address',
  description:
    'Their default address or, without one, that of their last order. For filling in an order form.',
} satisfies Call;

export const placeForCustomerCall = {
  ...ofStaff,
  method: 'POST',
  path: '/customers/:email/orders',
  params: emailParamsSchema,
  headers: idempotencyHeadersSchema,
  body: newOrderSchema,
  reply: placedOrderSchema,
  status: 201,
  errors: ['email_not_verified', 'conflict', ...placeOrderCall.errors],
  operationId: 'placeForCustomer',
  summary: 'Places an order for a customer who asked in store or by phone',
  description:
    'Adds the order to the customer’s cart as if they had placed it. Their email address must be verified, unless staff added them with `POST /customers` and nobody has logged in to the account. They are not notified yet: `POST /customers/{email}/pay-link` does that.',
} satisfies Call;

export const sendPayLinkCall = {
  ...ofStaff,
  method: 'POST',
  path: '/customers/:email/pay-link',
  params: emailParamsSchema,
  body: payLinkSchema,
  reply: modifiedSchema,
  errors: ['account_blocked', 'email_not_verified', 'not_found', 'conflict'],
  operationId: 'sendPayLink',
  summary: 'Emails a customer a link to pay for these orders by card',
  description: 'They log in there to pay. `modifiedCount` is 1: one email is sent for all of the orders.',
} satisfies Call;

export const acceptPriceForCustomerCall = {
  ...ofStaff,
  method: 'POST',
  path: '/customers/:email/accept-price',
  params: emailParamsSchema,
  body: acceptPriceForCustomerSchema,
  reply: orderSchema,
  errors: acceptPriceCall.errors,
  operationId: 'acceptPriceForCustomer',
  summary: 'Applies today’s price to a customer’s unpaid order, which they accepted in store or by phone',
  description:
    'Like `POST /orders/{id}/accept-price`, which is for the customer. The audit trail names the staff member.',
} satisfies Call;

export const markPaidCall = {
  ...ofStaff,
  method: 'POST',
  path: '/customers/:email/mark-paid',
  params: emailParamsSchema,
  body: markPaidSchema,
  reply: z.array(orderSchema),
  errors: ['own_account', ...createPaymentIntentCall.errors],
  operationId: 'markPaid',
  summary: 'Marks a customer’s orders as paid in cash or by bank transfer, together',
  description:
    'One payment for all of them: it takes the units and marks the orders paid, all or none, as a successful card payment does. A card payment in progress is ended first; if it has already succeeded, this is a conflict. The orders on an open invoice are paid together, for the amount on it.',
} satisfies Call;

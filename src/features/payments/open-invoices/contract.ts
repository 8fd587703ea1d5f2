import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { daySchema } from '#contracts/call-parts.ts';
import { emailParamsSchema, idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { orderIdsInPayment } from '#features/orders/contract.ts';
import { createPaymentIntentCall } from '../contract.ts';

/** The account for transfers; fields that the shop has not filled in are empty. */
const bankAccountSchema = z.object({
  holder: z.string(),
  iban: z.string(),
  account: z.string(),
  routing: z.string(),
  name: z.string(),
  bic: z.string(),
});

/** Body of `POST /customers/{email}/invoices`. `price`: the total that staff saw, including delivery and tax.
 * `dueOn`: the due date; by default, the number of days in the shop's bank details from today. Without
 * `deliveryMethodId`, the cheapest method is used. */
export const newOpenInvoiceSchema = z.object({
  orderIds: orderIdsInPayment,
  dueOn: z.optional(daySchema('dueOn must be a day, such as 2026-12-10')),
  deliveryMethodId: z.optional(idSchema),
  price: z.optional(
    z.number({ error: 'price must be a number' }).check(z.positive('price must be more than 0')),
  ),
});
export type NewOpenInvoice = z.infer<typeof newOpenInvoiceSchema>;

/** An invoice that awaits a bank transfer, as issued. `number` is also the transfer's reference. */
export const openInvoiceSchema = z.object({
  _id: idSchema,
  number: z.string(),
  date: z.iso.date(),
  dueOn: z.iso.date(),
  overdue: z.boolean(),
  total: z.number(),
  currency: z.string(),
  orders: z.array(z.object({ orderId: idSchema, number: z.string() })),
  account: bankAccountSchema,
});
export type OpenInvoice = z.infer<typeof openInvoiceSchema>;

/** Reply of `GET /transfer-terms`: `account` is null until an admin has filled in the bank details; `dueOn`
 * is the due date of an invoice issued today. */
export const transferTermsSchema = z.object({
  account: z.nullable(bankAccountSchema),
  paymentDays: z.int(),
  today: z.iso.date(),
  dueOn: z.iso.date(),
});
export type TransferTerms = z.infer<typeof transferTermsSchema>;

export const getTransferTermsCall = {
  method: 'GET',
  path: '/transfer-terms',
  access: 'staff',
  reply: transferTermsSchema,
  tag: 'Invoices',
  operationId: 'getTransferTerms',
  summary: 'Gets the account for transfers, and when an invoice issued today is due',
  description: 'From the shop’s bank details. Without an account, no invoice is issued before payment.',
} satisfies Call;

export const issueOpenInvoiceCall = {
  method: 'POST',
  path: '/customers/:email/invoices',
  access: 'staff',
  params: emailParamsSchema,
  body: newOpenInvoiceSchema,
  reply: openInvoiceSchema,
  status: 201,
  errors: ['email_not_verified', 'own_account', ...createPaymentIntentCall.errors],
  tag: 'Invoices',
  operationId: 'issueOpenInvoice',
  summary: 'Invoices a customer’s orders before payment, to be paid by bank transfer',
  description:
    'One invoice for all of them, emailed with its PDF. Their units stay reserved until the invoice is paid (`POST /customers/{email}/mark-paid` for just these orders) or withdrawn; until then nobody can pay for them by card. A card payment in progress is ended first. A quoted order must have been accepted.',
} satisfies Call;

export const getOpenInvoiceCall = {
  method: 'GET',
  path: '/orders/:id/open-invoice',
  access: 'user',
  params: idParamsSchema,
  reply: openInvoiceSchema,
  errors: ['not_found'],
  tag: 'Invoices',
  operationId: 'getOpenInvoice',
  summary: 'Gets the open invoice of an unpaid order, with the account to pay to',
  description: 'For its buyer and staff. An order without an open invoice has none.',
} satisfies Call;

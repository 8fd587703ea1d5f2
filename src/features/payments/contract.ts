import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, idempotencyHeadersSchema, listPageSchema } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { atMost, isPlainLine } from '#contracts/text.ts';
import { creditNoteSchema, orderIdsInPayment } from '#features/orders/contract.ts';
import { accountRuleTexts, cardRuleTexts, fieldTexts, orderRuleTexts } from '#texts/validation.ts';

/** Body of `POST /create-payment-intent`. `price` is the total that the buyer saw (`POST /charges`): for the
 * order, or for all of `orderIds` together, including delivery and tax; without ids it identifies the
 * caller's single unpaid order of that price. */
export const newPaymentIntentSchema = z
  .object({
    price: z.optional(
      z.number({ error: 'price is required' }).check(z.positive('price must be more than 0')),
    ),
    orderId: z.optional(idSchema),
    orderIds: z.optional(orderIdsInPayment),
    deliveryMethodId: z.optional(idSchema),
    addressId: z.optional(idSchema),
    billingAddressId: z.optional(idSchema),
  })
  .check(
    z.refine(({ price, orderIds: many }) => price !== undefined || many !== undefined, {
      error: 'price is required',
      path: ['price'],
    }),
    z.refine(({ orderId, orderIds: many }) => orderId === undefined || many === undefined, {
      error: orderRuleTexts.orderIds.notBoth,
      path: ['orderIds'],
    }),
  );
export type NewPaymentIntent = z.infer<typeof newPaymentIntentSchema>;

/** Reply of `POST /create-payment-intent`. The units of all `orderIds` are held until `holdExpiresAt` (ISO
 * 8601); `amount` is what the card will be charged. */
export const paymentIntentSchema = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  holdExpiresAt: z.iso.datetime(),
  orderIds: z.array(idSchema),
  amount: z.number(),
});
export type PaymentIntentReply = z.infer<typeof paymentIntentSchema>;

/** Reply of `GET /payments/{transactionId}/bill`, in decimal amounts: what a payment charges, frozen when it
 * started. With `taxIncluded`, `goods` and `delivery` include tax and `goods + delivery = total`; otherwise
 * `tax` comes on top. The same applies to the `amount`s of the orders. Rates are percentages. */
export const billSchema = z.object({
  transactionId: z.string(),
  orders: z.array(
    z.object({
      orderId: idSchema,
      number: z.string(),
      amount: z.number(),
      net: z.number(),
      tax: z.number(),
      taxRate: z.number(),
    }),
  ),
  goods: z.number(),
  delivery: z.number(),
  /** As on an order. */
  deliveryMethod: z.nullable(z.string()),
  collected: z.boolean(),
  /** Amounts per tax rate, highest first; including delivery. */
  taxes: z.array(z.object({ taxRate: z.number(), net: z.number(), tax: z.number() })),
  tax: z.number(),
  total: z.number(),
  taxIncluded: z.boolean(),
  taxName: z.string(),
  /** Delivery that was free before and that refunds have retained: refunds are reduced by it. */
  /** The buyer's certificate for which there was no sales tax; else null. */
  exemption: z.nullable(z.string()),
  keptDelivery: z.number(),
  refunded: z.number(),
  refundDue: z.number(),
  /** Null before payment, and if the payment predates invoices. */
  invoiceNumber: z.nullable(z.string()),
  /** For the refunds of its orders. */
  creditNotes: z.array(creditNoteSchema),
});
export type BillReply = z.infer<typeof billSchema>;

const transactionParamsSchema = z.object({
  transactionId: z
    .string()
    .check(...atMost(200, 'transactionId is not valid'), z.refine(isPlainLine, 'transactionId is not valid')),
});

export const getBillCall = {
  method: 'GET',
  path: '/payments/:transactionId/bill',
  access: 'user',
  params: transactionParamsSchema,
  reply: billSchema,
  errors: ['not_found'],
  tag: 'Payments',
  operationId: 'getBill',
  summary: 'Gets what a payment charged: its orders, their delivery and tax, and refunds',
  description: 'For its buyer and staff. `transactionId` is the one on its orders.',
} satisfies Call;

export const endPaymentCall = {
  method: 'DELETE',
  path: '/orders/:id/payment',
  access: 'user',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found', 'conflict', 'invoice_open', 'provider_failed'],
  tag: 'Payments',
  operationId: 'endPayment',
  summary: 'Ends the payment in progress of an unpaid order, so that the order can be changed',
  description:
    'Releases its units, and those of the other orders of the payment. `deletedCount` is 0 if none is in progress. A payment that has already succeeded is a conflict: the order is paid.',
} satisfies Call;

export const webhookReplySchema = z.object({ received: z.literal(true) });

export const createPaymentIntentCall = {
  method: 'POST',
  path: '/create-payment-intent',
  access: 'user',
  headers: idempotencyHeadersSchema,
  body: newPaymentIntentSchema,
  reply: paymentIntentSchema,
  errors: [
    'account_blocked',
    'not_found',
    'conflict',
    'invoice_open',
    'price_changed',
    'price_not_accepted',
    'address_needed',
    'out_of_stock',
    'provider_failed',
  ],
  tag: 'Payments',
  operationId: 'createPaymentIntent',
  summary:
    'Reserves the units of one or more orders and starts their payment, or returns the one in progress',
  description:
    'Reserves the units of the order until `holdExpiresAt`; with `orderIds`, of all of these orders or of none. An order has one live intent: a second call for exactly the same orders returns it, and a call for some of them, for others as well, or to another address ends it first. `addressId` and `billingAddressId` are in the buyer’s address book: the goods go to the first, whatever address is on the orders, and the bill to the second or, without it, to the first. If the tool’s price has changed since the order was placed, the buyer accepts it first (`POST /orders/{id}/accept-price`).',
} satisfies Call;

export const receivePaymentEventCall = {
  method: 'POST',
  path: '/webhooks/payment',
  access: 'public',
  reply: webhookReplySchema,
  errors: ['provider_failed'],
  tag: 'Payments',
  operationId: 'receivePaymentEvent',
  summary: 'Receives the card provider’s signed event that a payment has changed',
  description: 'The signature covers the bytes of the body. Repeating the call changes nothing.',
} satisfies Call;

/** Body of `POST /sandbox-cards/intents/{intentId}/confirm`: the browser sends the test card directly to the
 * sandbox. */
export const confirmCardSchema = z.object({
  clientSecret: z
    .string()
    .check(z.minLength(1, 'clientSecret is required'), ...atMost(200, 'clientSecret is not valid')),
  card: z.object({
    number: z.string({ error: cardRuleTexts.numberMissing }).check(...atMost(40, cardRuleTexts.numberWrong)),
    expiry: z.string({ error: cardRuleTexts.expiryMissing }).check(...atMost(10, cardRuleTexts.expiryWrong)),
    securityCode: z
      .string({ error: cardRuleTexts.securityCodeMissing })
      .check(...atMost(10, cardRuleTexts.securityCodeWrong)),
  }),
  billing: z.object({
    name: z.string().check(...atMost(200, fieldTexts.tooLong(accountRuleTexts.name.label, 200))),
    email: z.string().check(...atMost(254, fieldTexts.tooLong(accountRuleTexts.emailLabel, 254))),
  }),
});

/** Body of `POST /sandbox-cards/intents/{intentId}/authenticate`: the buyer's answer to the simulated
 * bank. */
export const authenticateCardSchema = z.object({
  clientSecret: confirmCardSchema.shape.clientSecret,
  approve: z.boolean({ error: 'approve must be true or false' }),
});

/** Reply of both calls: `requires_action` requests authentication. Declines are error replies with code
 * `card_declined`. */
export const confirmedCardSchema = z.object({
  paymentIntentId: z.string(),
  status: z.enum(['succeeded', 'requires_action']),
});

const sandboxIntentParamsSchema = z.object({
  intentId: z
    .string()
    .check(...atMost(100, 'intentId is not valid'), z.refine(isPlainLine, 'intentId is not valid')),
});

export const confirmSandboxPaymentCall = {
  method: 'POST',
  path: '/sandbox-cards/intents/:intentId/confirm',
  access: 'public',
  params: sandboxIntentParamsSchema,
  body: confirmCardSchema,
  reply: confirmedCardSchema,
  errors: ['card_declined', 'not_found', 'conflict'],
  tag: 'Sandbox cards',
  operationId: 'confirmSandboxPayment',
  summary: 'Pays a payment intent with a test card',
  description:
    'The client secret of the intent is the permission. A test card that asks for authentication answers `requires_action`.',
} satisfies Call;

export const authenticateSandboxPaymentCall = {
  method: 'POST',
  path: '/sandbox-cards/intents/:intentId/authenticate',
  access: 'public',
  params: sandboxIntentParamsSchema,
  body: authenticateCardSchema,
  reply: confirmedCardSchema,
  errors: ['card_declined', 'not_found', 'conflict'],
  tag: 'Sandbox cards',
  operationId: 'authenticateSandboxPayment',
  summary: 'Sends the buyer’s answer to the simulated bank',
  description: 'For intents that answered `requires_action`.',
} satisfies Call;

/** A payment in progress in `GET /holds`: its buyer, when it started, until when (ISO 8601) it holds how many
 * units, and of which tools, by the orders that it pays for. */
export const holdSchema = z.object({
  _id: idSchema,
  email: z.string(),
  userName: z.string(),
  units: z.number(),
  /** Number of the buyer's card payments that ended unpaid in the last day, or since a successful one. */
  unpaidBefore: z.int(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  orders: z.array(
    z.object({
      orderId: idSchema,
      number: z.string(),
      toolId: idSchema,
      toolName: z.string(),
      units: z.number(),
    }),
  ),
});
export type Hold = z.infer<typeof holdSchema>;

export const listHoldsCall = {
  method: 'GET',
  path: '/holds',
  access: 'staff',
  query: listPageSchema,
  reply: z.array(holdSchema),
  tag: 'Payments',
  operationId: 'listHolds',
  summary: 'Lists the payments in progress that reserve units, newest first',
  description:
    'Who has reserved how many units of which tools, since when and until when, and how many of their payments ended unpaid in the day before. `DELETE /orders/{id}/payment` of any of its orders ends one. Units reserved by a quote are listed with the quotes, those of an open invoice with the invoices.',
} satisfies Call;

import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import {
  deletedSchema,
  idempotencyHeadersSchema,
  listPageSchema,
  modifiedSchema,
  oneOf,
} from '#contracts/call-parts.ts';
import { emailSchema, idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { orderNumberPattern } from '#contracts/order-number.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { atMost, clearableText, formLine, isPlainLine, plainLine } from '#contracts/text.ts';
import {
  destinationChangeSchema,
  destinationSchema,
  typedAddressSchema,
} from '#features/addresses/contract.ts';
import { toolDetailsSchema } from '#features/catalogue/contract.ts';
import { quantity } from '#features/catalogue/tool-fields-contract.ts';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { orderRuleTexts } from '#texts/validation.ts';
import { delaySilences, delayStates } from './delay-rules.ts';
import { despiteDispute, parcelSchema } from './parcel-contract.ts';
import { openQuoteStates } from './quote-rules.ts';

/** An order's states, in the order in which it reaches them; `paid` means paid and not yet shipped.
 * `order-states.ts` has everything else about each. */
export const orderStates = ['unpaid', 'paid', 'shipped', 'cancelled', 'deleted'] as const;
export type OrderState = (typeof orderStates)[number];

/** The states that are shown: deleted orders are not shown. */
export const shownOrderStates = orderStates.filter((state) => state !== 'deleted');
export type ShownOrderState = (typeof shownOrderStates)[number];

/** A credit note for its buyer: its refund and its number. */
export const creditNoteSchema = z.object({ refundId: idSchema, number: z.string() });
export type CreditNote = z.infer<typeof creditNoteSchema>;

const phone = formLine({ ...orderRuleTexts.phone, max: 40 });

/** At least 1; a quantity below the tool's minimum is raised to it later. */
const minQuantity = quantity(orderRuleTexts.quantity);

const seenPrice = z.optional(
  z.number({ error: 'price must be a number' }).check(z.nonnegative('price must be a positive number')),
);

/** What the buyer enters in the order form besides the quantity. */
export const deliverySchema = z.object({ phone, address: typedAddressSchema });

/** What the buyer may write on an order: their own purchase order number, and a note. */
export const buyersWordsSchema = z.object({
  purchaseOrderNumber: plainLine(orderRuleTexts.purchaseOrderNumber, 60),
  buyerNote: clearableText(orderRuleTexts.buyerNote, 500),
});

/** The same, where a call may leave them out. */
export const buyersWords = z.partial(buyersWordsSchema).shape;

/** Where the order goes, if that is not what its address is read as. */
const destination = z.optional(destinationChangeSchema);

/** Body of `POST /orders`. `minQuantity` is the quantity ordered (the specification's name), `price` what the
 * buyer saw: unit price times quantity. `userName` and `email` are overwritten from the token. */
export const newOrderSchema = z.extend(deliverySchema, {
  ...buyersWords,
  toolId: z.optional(idSchema),
  toolName: z.optional(plainLine('toolName', 200)),
  img: z.optional(plainLine('img', 2000)),
  userName: z.optional(z.string().check(...atMost(200, 'userName must be 200 characters or shorter'))),
  email: z.optional(z.string().check(...atMost(254, 'email must be 254 characters or shorter'))),
  minQuantity,
  price: seenPrice,
  destination,
});
export type NewOrder = z.infer<typeof newOrderSchema>;

/** Body of `PUT /orders/{id}`: the new values of an unpaid order. `price` is the total that the buyer saw.
 * Without `destination`, a changed address is read again. */
export const orderChangeSchema = z.extend(deliverySchema, {
  ...buyersWords,
  minQuantity,
  price: seenPrice,
  destination,
});
export type OrderChange = z.infer<typeof orderChangeSchema>;

/** The open quote that an order is in. Until the quote is declined the order can't be changed or deleted, and
 * until it is accepted the order can't be paid. Times are ISO 8601. */
const orderQuoteSchema = z.object({
  _id: idSchema,
  number: z.string(),
  state: z.enum(openQuoteStates),
  expiresAt: z.nullable(z.iso.datetime()),
});

/** An order on the wire. `number` is the displayed number; `pendingChange` is `'shipped'` or null. Times are
 * ISO 8601. */
export const orderSchema = z.object({
  _id: idSchema,
  number: z.string().check(z.regex(orderNumberPattern)),
  toolId: idSchema,
  img: z.string(),
  picture: z.nullable(pictureSchema),
  userName: z.string(),
  toolName: z.string(),
  /** The manufacturer's part number when the tool was ordered; missing from replies stored before this field
   * existed. */
  partNumber: z._default(z.nullable(z.string()), null),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** Null in replies stored before this field existed, and of an order placed by an earlier version. */
  destination: z._default(z.nullable(destinationSchema), null),
  /** The buyer's own texts, empty if there are none; missing from replies stored before these fields
   * existed. */
  purchaseOrderNumber: z._default(z.string(), ''),
  buyerNote: z._default(z.string(), ''),
  minQuantity: z.int(),
  /** Number of units that have left, in any number of parcels, and of units refunded before they left, which
   * will never be sent. Missing from replies stored before these fields existed. */
  sentQuantity: z._default(z.int(), 0),
  withdrawnQuantity: z._default(z.int(), 0),
  unitPrice: z.number(),
  /** The current unit price if it has changed and the buyer has not accepted it yet, else null. */
  newUnitPrice: z.nullable(z.number()),
  price: z.number(),
  paid: z.boolean(),
  transactionId: z.nullable(z.string()),
  pendingChange: z.nullable(z.literal('shipped')),
  /** What has been refunded of the amount paid, and what is still due. */
  refunded: z.number(),
  refundDue: z.number(),
  /** What of the amount paid can still be refunded, and how much of that is delivery, which the orders of a
   * payment share. `cancelRefund`: the refund if the order is cancelled now, null if it can't be. The last
   * two are missing from replies stored before these fields existed. */
  refundable: z.number(),
  refundableDelivery: z._default(z.number(), 0),
  cancelRefund: z._default(z.nullable(z.number()), null),
  /** Set if the payment's delivery was free and withdrawing unsent units can bring its goods `below` the
   * amount for free delivery, else null. `amount`: the price of delivery, which is retained from the refund;
   * `ifCanceled`: what is retained if the order is cancelled now, not included in `cancelRefund`;
   * `fromUnits`: the smallest number of withdrawn units with that effect, null if none has it. */
  deliveryToKeep: z._default(
    z.nullable(
      z.object({
        below: z.number(),
        amount: z.number(),
        fromUnits: z.nullable(z.int()),
        ifCanceled: z.number(),
      }),
    ),
    null,
  ),
  /** Number of refunded units. */
  refundedQuantity: z.int(),
  /** Number of units on their way back in open returns; missing from replies stored before returns existed. */
  returningQuantity: z._default(z.int(), 0),
  /** How a paid order is delivered: null if the shop has a single, free method. `collected`: the buyer picks
   * it up. Missing from replies stored before these fields existed. */
  deliveryMethod: z._default(z.nullable(z.string()), null),
  collected: z._default(z.boolean(), false),
  /** `paid` means paid and not yet shipped. */
  state: z.enum(shownOrderStates),
  placedAt: z.iso.datetime(),
  paidAt: z.nullable(z.iso.datetime()),
  shippedAt: z.nullable(z.iso.datetime()),
  cancelledAt: z.nullable(z.iso.datetime()),
  /** Until which day a paid order must ship, where the law has such a rule. Missing from replies stored before
   * this field existed. */
  shipBy: z._default(z.nullable(z.iso.date()), null),
  /** Why it can no longer be paid (its tool was removed from the shop), else null. */
  /** What must be said before an order that goes to California is paid; null if nothing, or it is paid.
   * Missing from replies stored before this field existed. */
  prop65Warning: z._default(z.nullable(z.string()), null),
  unavailable: z.nullable(z.literal('tool_removed')),
  /** Its open quote, else null; missing from replies stored before quotes existed. */
  quote: z._default(z.nullable(orderQuoteSchema), null),
  /** Its invoice before payment, and the due date of that; missing from replies stored before these invoices
   * existed. */
  openInvoice: z._default(z.nullable(z.object({ number: z.string(), dueOn: z.iso.date() })), null),
});
export type Order = z.infer<typeof orderSchema>;

const paymentTimesSchema = z.object({
  heldUntil: z.nullable(z.iso.datetime()),
  refundedAt: z.nullable(z.iso.datetime()),
  invoiceOverdue: z.boolean(),
});

/** `heldUntil`: when the units held by a payment in progress are released; `refundedAt`: time of the last
 * refund (ISO 8601); `invoiceOverdue`: whether its open invoice is past its due date. */
export type PaymentTimes = z.infer<typeof paymentTimesSchema>;

/** The orders paid together, or on one open invoice: `number` is that of the first, `total` includes delivery
 * and tax, `orders` is their number, and the others count those in a state;
 * `partlyShipped` are among those to ship. */
export const purchaseSummarySchema = z.object({
  number: z.string(),
  total: z.number(),
  orders: z.int(),
  toShip: z.int(),
  partlyShipped: z.int(),
  shipped: z.int(),
  canceled: z.int(),
});
export type PurchaseSummary = z.infer<typeof purchaseSummarySchema>;

/** What the buyer was told about a delay. `newDate`: null if the shop can't say when it ships; `silence`: what
 * no answer until the end of `answerBy` means; `bySilence`: whether that is how it ended. */
export const delayNoticeSchema = z.object({
  _id: idSchema,
  orderId: idSchema,
  wasDueOn: z.iso.date(),
  newDate: z.nullable(z.iso.date()),
  reason: z.string(),
  silence: z.enum(delaySilences),
  answerBy: z.iso.date(),
  state: z.enum(delayStates),
  bySilence: z.boolean(),
  sentAt: z.iso.datetime(),
  answeredAt: z.nullable(z.iso.datetime()),
});
export type DelayNotice = z.infer<typeof delayNoticeSchema>;

/** `purchase`: null for an order that is neither paid nor on an invoice; `invoiceNumber`: the invoice that it
 * was paid on, if any; `creditNotes`: those of its refunds, oldest first; `delay`: the latest notice of a
 * delay, if any. */
export const listedOrderSchema = z.extend(orderSchema, {
  ...paymentTimesSchema.shape,
  purchase: z.nullable(purchaseSummarySchema),
  invoiceNumber: z.nullable(z.string()),
  creditNotes: z.array(creditNoteSchema),
  delay: z.nullable(delayNoticeSchema),
});
export type ListedOrder = z.infer<typeof listedOrderSchema>;

/** How many units of a tool can be ordered now, in what steps and at what prices for one buyer. */
export const orderTermsSchema = z.pick(toolDetailsSchema, {
  part_number: true,
  min_order_quantity: true,
  available_quantity: true,
  pack_step: true,
  price: true,
  price_breaks: true,
});
export type OrderTerms = z.infer<typeof orderTermsSchema>;

const ofUsers = { access: 'user', tag: 'Orders' } as const;

export const orderTermsCall = {
  ...ofUsers,
  method: 'GET',
  path: '/tool/:id/terms',
  params: idParamsSchema,
  query: z.object({ customer: z.optional(emailSchema) }),
  reply: orderTermsSchema,
  errors: ['not_allowed', 'not_found'],
  operationId: 'orderTerms',
  summary: 'Gets what ordering a tool takes now: quantities, packs, and your own prices',
  description:
    'The unit price is that of the last price break that a quantity reaches, else `price`. The reply is yours alone: never cached, while `GET /tool/{id}` has the public prices. Staff name the `customer` whose prices they need.',
} satisfies Call;

/** An order in its buyer's list. `terms`: set for an unpaid one whose tool is still sold. `reviewed`: whether
 * the buyer has reviewed its tool; `reviewHidden`: whether the shop has hidden that review; `parcels`: what
 * has been sent of it, oldest first; `returnable`: how many units the buyer can return now, and until which day,
 * null while it is open; `isAssumed`: whether that day goes by an assumed delivery. */
export const buyersOrderSchema = z.extend(listedOrderSchema, {
  terms: z.nullable(orderTermsSchema),
  reviewed: z.boolean(),
  reviewHidden: z.boolean(),
  parcels: z.array(parcelSchema),
  returnable: z.object({
    quantity: z.int(),
    until: z.nullable(z.iso.date()),
    isAssumed: z.boolean(),
  }),
});
export type BuyersOrder = z.infer<typeof buyersOrderSchema>;

export const placedOrderSchema = z.extend(orderSchema, { insertedId: idSchema });

/** Sort orders of a list of orders: `-` sorts a price in descending order; `buyer` sorts by name, `tool` by
 * the tool's name. */
export const orderSorts = ['newest', 'oldest', 'price', '-price', 'buyer', 'tool'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** Refund filters of a list of orders: a refund is due, was made, or the payment is disputed. */
export const orderRefunds = ['due', 'refunded', 'disputed'] as const;
export type OrderRefunds = (typeof orderRefunds)[number];

/** Filters of a list of orders by when they must ship: `due`: within two days, or before; `late`: before
 * today; `asked`: the buyer has not answered a notice of a delay yet. */
export const orderShipping = ['due', 'late', 'asked'] as const;
export type OrderShipping = (typeof orderShipping)[number];

/** Query of `GET /manageorders`. `q`: prefixes of words of the buyer's name, email and the tool's name; a
 * prefix of a purchase order number; a phone number, with or without its country code; or a whole order
 * number (`TY-10482`, `#TY-10482`, `10482`), order id or transaction id. */
export const allOrdersSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  status: z.optional(oneOf('status', shownOrderStates)),
  refunds: z.optional(oneOf('refunds', orderRefunds)),
  shipping: z.optional(oneOf('shipping', orderShipping)),
  sort: z._default(oneOf('sort', orderSorts), 'newest'),
});

/** Splits the comma-separated ids of a query. */
export const idsOf = (ids: string): string[] => ids.split(',');

const CHARACTERS_OF_ID = `${'-'.repeat(36)},`.length;

/** Comma-separated ids in a query, at most `most` of them. */
export const idList = (most: number) =>
  z.optional(
    z.string().check(
      z.maxLength(most * CHARACTERS_OF_ID, `ids must have at most ${most} ids`),
      z.refine((ids) => idsOf(ids).every((id) => idSchema.safeParse(id).success), 'ids is not valid'),
      z.refine((ids) => idsOf(ids).length <= most, `ids must have at most ${most} ids`),
    ),
  );

/** `ids`: only these orders, comma-separated. */
export const orderListSchema = z.extend(allOrdersSchema, {
  email: emailSchema,
  ids: idList(MAX_ORDERS_PAID),
});

/** Body of `PATCH /orders/{id}`: `transactionId` is the payment intent's id. `order` is ignored (decision
 * 14). */
export const payOrderSchema = z.object({
  order: z.optional(z.unknown()),
  transactionId: z
    .string({ error: 'transactionId is required' })
    .check(
      z.minLength(1, 'transactionId is required'),
      ...atMost(200, 'transactionId is not valid'),
      z.refine(isPlainLine, 'transactionId is not valid'),
    ),
});

export const listOrdersCall = {
  ...ofUsers,
  method: 'GET',
  path: '/orders',
  query: orderListSchema,
  reply: z.array(buyersOrderSchema),
  errors: ['not_allowed'],
  operationId: 'listOrders',
  summary: 'Lists a person’s orders; someone else’s for staff only',
  description:
    '`email` says whose; `ids`, separated by commas, narrows them to these. Unpaid orders are the cart. `q` matches the beginnings of words in the tool’s name and in the name and email on the order, of a purchase order number, a phone number, or a whole order number (with or without #), order ID, or transaction ID.',
} satisfies Call;

export const getOrderCall = {
  ...ofUsers,
  method: 'GET',
  path: '/orders/:id',
  params: idParamsSchema,
  reply: orderSchema,
  errors: ['not_found'],
  operationId: 'getOrder',
  summary: 'One order',
  description: 'Your own, or any for an admin; someone else’s is not found.',
} satisfies Call;

export const placeOrderCall = {
  ...ofUsers,
  method: 'POST',
  path: '/orders',
  headers: idempotencyHeadersSchema,
  body: newOrderSchema,
  reply: placedOrderSchema,
  status: 201,
  errors: ['account_blocked', 'cart_full', 'not_found', 'out_of_stock', 'price_changed'],
  operationId: 'placeOrder',
  summary: 'Places an order at the shop’s own price',
  description:
    'The order goes in the cart, unpaid. A `price` that differs from the shop’s is refused, with the right one in the error.',
} satisfies Call;

export const updateOrderCall = {
  ...ofUsers,
  method: 'PUT',
  path: '/orders/:id',
  params: idParamsSchema,
  body: orderChangeSchema,
  reply: orderSchema,
  errors: [
    'account_blocked',
    'not_found',
    'conflict',
    'out_of_stock',
    'payment_in_progress',
    'invoice_open',
    'price_changed',
    'provider_failed',
  ],
  operationId: 'updateOrder',
  summary: 'Changes the quantity, phone, and address of an unpaid order',
  description:
    'Fields left out do not change. The shop recomputes the price. While a payment is in progress, quantity, price, and address cannot change: end it first (`DELETE /orders/{id}/payment`).',
} satisfies Call;

export const changeCartCall = {
  ...ofUsers,
  method: 'PUT',
  path: '/cart',
  body: buyersWordsSchema,
  reply: modifiedSchema,
  operationId: 'changeCart',
  summary: 'Writes the buyer’s purchase order number and note on all of their unpaid orders',
  description:
    'An order placed later without them gets those of the newest unpaid order. Orders on an open invoice keep theirs.',
} satisfies Call;

/** Body of `POST /orders/{id}/accept-price`: the current unit price, as the buyer saw it. */
export const acceptPriceSchema = z.object({
  price: z.number({ error: 'price is required' }).check(z.positive('price must be more than 0')),
});

export const acceptPriceCall = {
  ...ofUsers,
  method: 'POST',
  path: '/orders/:id/accept-price',
  params: idParamsSchema,
  body: acceptPriceSchema,
  reply: orderSchema,
  errors: [
    'account_blocked',
    'not_found',
    'conflict',
    'payment_in_progress',
    'invoice_open',
    'price_changed',
    'provider_failed',
  ],
  operationId: 'acceptPrice',
  summary: 'Accepts the tool’s current unit price for your unpaid order',
  description:
    '`price` is the current unit price (`newUnitPrice`). If it has changed again, the error has the new one. A payment in progress is ended first (`DELETE /orders/{id}/payment`).',
} satisfies Call;

export const reportPaymentCall = {
  ...ofUsers,
  method: 'PATCH',
  path: '/orders/:id',
  params: idParamsSchema,
  body: payOrderSchema,
  reply: orderSchema,
  errors: ['not_found', 'conflict', 'provider_failed'],
  operationId: 'reportPayment',
  summary: 'Marks an order as paid, once the card provider confirms it',
  description:
    '`transactionId` is the payment intent’s ID. The shop asks the card provider itself; repeating the call changes nothing.',
} satisfies Call;

export const deleteOrderCall = {
  ...ofUsers,
  method: 'DELETE',
  path: '/orders/:id',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found', 'conflict', 'invoice_open', 'provider_failed'],
  operationId: 'deleteOrder',
  summary: 'Deletes an unpaid order',
  description: 'Its reserved units are released. A paid order is a conflict.',
} satisfies Call;

export const shipOrderCall = {
  method: 'PUT',
  path: '/manageorders/:id',
  access: 'staff',
  params: idParamsSchema,
  body: z.optional(z.nullable(z.object({ despiteDispute }))),
  reply: modifiedSchema,
  errors: ['not_found', 'conflict', 'order_disputed'],
  tag: 'Orders',
  operationId: 'shipOrder',
  summary: 'Marks a paid order as shipped',
  description:
    'What is left of it ships as one parcel. `modifiedCount` is 0 if it has already shipped. An order whose payment is disputed, or was lost in a dispute, ships with `despiteDispute` only.',
} satisfies Call;

/** The orders of one payment, without duplicates. */
export const orderIdsInPayment = z.array(idSchema, { error: orderRuleTexts.orderIds.missing }).check(
  z.minLength(1, orderRuleTexts.orderIds.missing),
  z.maxLength(MAX_ORDERS_PAID, orderRuleTexts.orderIds.tooMany(MAX_ORDERS_PAID)),
  z.refine((ids) => new Set(ids).size === ids.length, orderRuleTexts.orderIds.twice),
);

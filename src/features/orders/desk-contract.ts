import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { csvSchema, insertedSchema, momentSchema } from '#contracts/call-parts.ts';
import { emailSchema, idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { newStaffNoteSchema, staffNoteSchema } from '#contracts/staff-note.ts';
import { orderRuleTexts } from '#texts/validation.ts';
import { allOrdersSchema, idList, listedOrderSchema } from './contract.ts';
import { despiteDispute } from './parcel-contract.ts';

export const disputeStates = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** A payment that the buyer's bank disputes; `won` and `lost` are from the shop's view. `amount` is in
 * `currency`, which may differ from the shop's; `uncounted`: the part of a lost dispute that exceeded what
 * was left of the payment, and is in no credit note. `reason`: the card provider's code. `isRefundable`:
 * whether a refund would settle it; `respondBy`: the deadline for a response. Times are ISO 8601. */
const disputeSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  uncounted: z.number(),
  currency: z.string(),
  reason: z.string(),
  state: z.enum(disputeStates),
  isRefundable: z.boolean(),
  respondBy: z.nullable(z.iso.datetime()),
  openedAt: z.iso.datetime(),
  closedAt: z.nullable(z.iso.datetime()),
});
export type Dispute = z.infer<typeof disputeSchema>;

/** Maximum number of orders per call. */
export const MAX_ORDERS_AT_DESK = 100;

/** Body of calls that change many orders. */
export const orderIdsSchema = z.object({
  orderIds: z
    .array(idSchema, { error: orderRuleTexts.orderIds.missing })
    .check(
      z.minLength(1, orderRuleTexts.orderIds.missing),
      z.maxLength(MAX_ORDERS_AT_DESK, orderRuleTexts.orderIds.tooMany(MAX_ORDERS_AT_DESK)),
    ),
});

/** Body of `POST /shipments`. */
const shipOrdersSchema = z.extend(orderIdsSchema, { despiteDispute });

/** The result for each order: whether it was changed, or why not. `sent` is the number of units sent now, of
 * the order and of others in the same parcel. */
export const orderAnswersSchema = z.array(
  z.object({
    orderId: idSchema,
    modifiedCount: z.int(),
    sent: z.array(z.object({ orderId: idSchema, sentQuantity: z.int() })),
    error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
);
export type OrderAnswers = z.infer<typeof orderAnswersSchema>;

/** An order in the list of everyone's orders: with its number of staff notes, and its payment's disputes,
 * oldest first. */
export const deskOrderSchema = z.extend(listedOrderSchema, {
  noteCount: z.int(),
  disputes: z.array(disputeSchema),
});
export type DeskOrder = z.infer<typeof deskOrderSchema>;

const moment = (field: string) => z.optional(momentSchema(orderRuleTexts.notMoment(field)));

const amount = (field: string) =>
  z.optional(
    z.coerce
      .number<number | undefined>({ error: orderRuleTexts.notAmount(field) })
      .check(z.nonnegative(orderRuleTexts.notAmount(field))),
  );

/** Maximum number of ids in a query, limited by the length of a URL. */
export const MAX_QUERIED_IDS = 200;

/** Query of `GET /manageorders`, with filters for the time of the order (from inclusive, before exclusive),
 * its total, the customer's email, and ids. */
export const deskOrderListSchema = z.extend(allOrdersSchema, {
  placedFrom: moment('placedFrom'),
  placedBefore: moment('placedBefore'),
  minTotal: amount('minTotal'),
  maxTotal: amount('maxTotal'),
  customer: z.optional(emailSchema),
  ids: idList(MAX_QUERIED_IDS),
});

const ofStaff = { access: 'staff', tag: 'Orders' } as const;

export const listAllOrdersCall = {
  ...ofStaff,
  method: 'GET',
  path: '/manageorders',
  query: deskOrderListSchema,
  reply: z.array(deskOrderSchema),
  operationId: 'listAllOrders',
  summary: 'Lists all orders, by status, date, amount, and customer',
  description:
    '`q` matches buyers, tools, order numbers, transaction IDs, phone numbers in any notation (their last 7 digits or more, or their first 6 or more without the country code), and the beginnings of purchase order numbers. With `ids`, separated by commas, only these orders.',
} satisfies Call;

export const exportOrdersCall = {
  ...ofStaff,
  method: 'GET',
  path: '/exports/orders.csv',
  query: z.omit(deskOrderListSchema, { limit: true, cursor: true, sort: true }),
  reply: csvSchema,
  media: 'text/csv',
  errors: ['fresh_sign_in_needed'],
  operationId: 'exportOrders',
  summary: 'Exports orders as a CSV file, oldest first',
  description:
    'Needs a fresh sign-in unless by an API key, and emails the person who exports. All orders, or those that `GET /manageorders` lists for the same filters; `ids`, separated by commas, narrows them to these. `delivery` is without its tax, and on the first of the orders that were paid together. Cells that look like a formula start with an apostrophe.',
} satisfies Call;

export const listOrderNotesCall = {
  ...ofStaff,
  method: 'GET',
  path: '/orders/:id/notes',
  params: idParamsSchema,
  reply: z.array(staffNoteSchema),
  errors: ['not_found'],
  operationId: 'listOrderNotes',
  summary: 'Lists the staff notes on an order, oldest first',
  description: 'Buyers see them only in a copy of their data.',
} satisfies Call;

export const addOrderNoteCall = {
  ...ofStaff,
  method: 'POST',
  path: '/orders/:id/notes',
  params: idParamsSchema,
  body: newStaffNoteSchema,
  reply: insertedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'addOrderNote',
  summary: 'Adds a staff note to an order',
  description: 'Notes cannot be changed.',
} satisfies Call;

export const shipOrdersCall = {
  ...ofStaff,
  method: 'POST',
  path: '/shipments',
  body: shipOrdersSchema,
  reply: orderAnswersSchema,
  operationId: 'shipOrders',
  summary: 'Marks paid orders as shipped, all that can be',
  description:
    'Each order has its own result, even if the shop fails halfway: the orders after that are `unavailable` and were not shipped. Orders whose payment is disputed, or was lost in a dispute, are `order_disputed` unless `despiteDispute` is true. Buyers are emailed 10 seconds later.',
} satisfies Call;

export const undoShipmentsCall = {
  ...ofStaff,
  method: 'POST',
  path: '/shipments/undo',
  body: orderIdsSchema,
  reply: orderAnswersSchema,
  operationId: 'undoShipments',
  summary: 'Undoes shipments, within 10 seconds',
  description:
    'Their emails are then never sent. Each order has its own result; other orders in its parcel are reverted with it, and listed in `sent`.',
} satisfies Call;

import { z } from 'zod';
import { fieldTexts, orderRuleTexts } from '#texts/validation.ts';
import { emailSchema, idSchema } from './identifiers.ts';
import { listPageSchema } from './list-page.ts';
import { isPlainLine, plainLine, typedLine, typedText } from './text.ts';
import { MAX_QUANTITY, pictureSchema } from './tool.ts';

/** The message shown for a quantity below the tool's minimum. */
export const belowMinimumMessage = orderRuleTexts.belowMinimum;

/** The message shown for a quantity above what is available. */
export const aboveAvailableMessage = orderRuleTexts.aboveAvailable;

const phone = typedLine({ ...orderRuleTexts.phone, max: 40 });

const address = typedText({ ...orderRuleTexts.address, max: 500 });

/** Below 1 nothing is ordered; what is below the tool's minimum is raised to it later (decision 10). */
const quantity = z
  .number({ error: fieldTexts.missing(orderRuleTexts.quantity) })
  .int(fieldTexts.notWhole(orderRuleTexts.quantity))
  .min(1, fieldTexts.tooSmall(orderRuleTexts.quantity, 1))
  .max(MAX_QUANTITY, fieldTexts.tooLarge(orderRuleTexts.quantity));

const seenPrice = z
  .number({ error: 'price must be a number' })
  .nonnegative('price must be a positive number')
  .optional();

/** What the buyer types into the order form, beside the quantity. */
export const deliverySchema = z.object({ phone, address });

/**
 * Body of `POST /orders`. `minQuantity` is the quantity ordered (the specification's name). `price` is what the buyer
 * saw: unit price times quantity. `userName` and `email` are accepted and overwritten by what the token says.
 */
export const newOrderSchema = deliverySchema.extend({
  toolId: idSchema.optional(),
  toolName: plainLine('toolName', 200).optional(),
  img: plainLine('img', 2000).optional(),
  userName: z.string().max(200, 'userName must be 200 characters or shorter').optional(),
  email: z.string().max(254, 'email must be 254 characters or shorter').optional(),
  minQuantity: quantity,
  price: seenPrice,
});

/** Body of `POST /orders`. */
export type NewOrder = z.infer<typeof newOrderSchema>;

/** Body of `PUT /orders/{id}`: what an unpaid order is to be from now on. `price` is what the buyer saw that it comes to. */
export const orderChangeSchema = deliverySchema.extend({ minQuantity: quantity, price: seenPrice });

/** Body of `PUT /orders/{id}`. */
export type OrderChange = z.infer<typeof orderChangeSchema>;

/**
 * An order on the wire. `number` is what people call it by: 'TY-10482'. `pendingChange` is `'shipped'` once it has been
 * shipped. Times are ISO 8601.
 */
export const orderSchema = z.object({
  _id: idSchema,
  number: z.string().regex(/^TY-\d+$/),
  toolId: idSchema,
  img: z.string(),
  picture: pictureSchema.nullable(),
  userName: z.string(),
  toolName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  minQuantity: z.number().int(),
  unitPrice: z.number(),
  price: z.number(),
  paid: z.boolean(),
  transactionId: z.string().nullable(),
  pendingChange: z.literal('shipped').nullable(),
  placedAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  shippedAt: z.iso.datetime().nullable(),
  /** Why it can no longer be paid (its tool has left the shop), else null. */
  unavailable: z.string().nullable(),
});

/** An order on the wire. */
export type Order = z.infer<typeof orderSchema>;

const paymentTimesSchema = z.object({
  heldUntil: z.iso.datetime().nullable(),
  refundedAt: z.iso.datetime().nullable(),
});

/**
 * What an order's payments add to its own times (ISO 8601): `heldUntil`, until when its units are held for a payment under
 * way; `refundedAt`, when money for it was last given back.
 */
export type PaymentTimes = z.infer<typeof paymentTimesSchema>;

/** An order in a list, with all the times of its story. */
export const listedOrderSchema = orderSchema.extend(paymentTimesSchema.shape);

/** An order in a list. */
export type ListedOrder = z.infer<typeof listedOrderSchema>;

/** An order in the list of its buyer's: `reviewed` says whether they have reviewed its tool. */
export const buyersOrderSchema = listedOrderSchema.extend({ reviewed: z.boolean() });

/** An order in the list of its buyer's. */
export type BuyersOrder = z.infer<typeof buyersOrderSchema>;

/** Answer of `POST /orders`: the order, with `insertedId`. */
export const placedOrderSchema = orderSchema.extend({ insertedId: idSchema });

/** What a list of orders may be sorted by: a price falls with `-`; `buyer` is by name, `tool` by the tool's. */
export const orderSorts = ['newest', 'oldest', 'price', '-price', 'buyer', 'tool'] as const;

/** What a list of orders may be sorted by. */
export type OrderSort = (typeof orderSorts)[number];

/** Where an order may stand: shipped ones are paid too, but `paid` means those that still wait to be shipped. */
export const orderStatuses = ['unpaid', 'paid', 'shipped'] as const;

/** Where an order may stand. */
export type OrderStatus = (typeof orderStatuses)[number];

const sort = z.enum(orderSorts, { error: `sort must be one of ${orderSorts.join(', ')}` }).default('newest');

/**
 * Query of `GET /manageorders`. `q`: the beginnings of words of the buyer's name, email and the tool's name, or a whole
 * order number, order id or transaction id.
 */
export const allOrdersSchema = listPageSchema.extend({
  q: plainLine('q', 200).optional(),
  status: z.enum(orderStatuses, { error: `status must be one of ${orderStatuses.join(', ')}` }).optional(),
  sort,
});

/** Query of `GET /orders`: whose orders, and which of them. */
export const orderListSchema = allOrdersSchema.extend({ email: emailSchema });

/** Body of `PATCH /orders/{id}`: `transactionId` is the payment intent's id. `order` is ignored (decision 14). */
export const payOrderSchema = z.object({
  order: z.unknown().optional(),
  transactionId: z
    .string({ error: 'transactionId is required' })
    .min(1, 'transactionId is required')
    .max(200, 'transactionId is not valid')
    .refine(isPlainLine, 'transactionId is not valid'),
});

import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idSchema } from '#contracts/identifiers.ts';
import { chargesRuleTexts as texts } from './texts/charges.ts';

/** Maximum number of orders in one payment (decision 59). */
export const MAX_ORDERS_PAID = 50;

/** Orders that are paid for together, without duplicates. */
export const orderIdsSchema = z.array(idSchema, { error: texts.orderIds }).check(
  z.minLength(1, texts.orderIds),
  z.maxLength(MAX_ORDERS_PAID, texts.orderIds),
  z.refine((ids) => new Set(ids).size === ids.length, texts.orderTwice),
);

/** Body of `POST /charges`. Without an applicable `deliveryMethodId`, the cheapest method applies; without
 * `addressId`, the orders' own addresses. */
export const chargesRequestSchema = z.object({
  orderIds: orderIdsSchema,
  deliveryMethodId: z.optional(idSchema),
  addressId: z.optional(idSchema),
});

/** Answer of `POST /charges`, in decimal amounts. `goods`, `delivery` and the methods' `price` include tax if
 * `taxIncluded`: then `goods + delivery = total`, else `goods + delivery + tax = total`. Rates are
 * percent. */
export const chargesSchema = z.object({
  lines: z.array(
    z.object({
      orderId: idSchema,
      net: z.number(),
      tax: z.number(),
      total: z.number(),
      taxRate: z.number(),
    }),
  ),
  goods: z.number(),
  delivery: z.number(),
  tax: z.number(),
  total: z.number(),
  taxIncluded: z.boolean(),
  taxName: z.string(),
  deliveryMethodId: z.nullable(idSchema),
  /** Whether the buyer picks the goods up by that method. */
  collected: z.boolean(),
  /** The applicable methods, the cheapest first; collection comes last. */
  methods: z.array(z.object({ id: idSchema, name: z.string(), price: z.number() })),
  /** Why no method delivers these orders, so that they cannot be paid for; else null. */
  undeliverable: z.nullable(z.enum(['region', 'weight', 'several_places', 'address_needed'])),
  /** The buyer's certificate for which there is no sales tax ('resale certificate 12-345678'); else null. */
  exemption: z.nullable(z.string()),
});
export type ChargesReply = z.infer<typeof chargesSchema>;

export const getChargesCall = {
  method: 'POST',
  path: '/charges',
  access: 'user',
  body: chargesRequestSchema,
  reply: chargesSchema,
  errors: ['not_found', 'conflict'],
  tag: 'Payments',
  scope: 'orders:read',
  operationId: 'getCharges',
  summary: 'Computes the total of unpaid orders, with delivery and tax',
  description:
    'For your own orders, or a customer’s for staff. Changes nothing. `total` is the `price` that `POST /create-payment-intent` takes for these orders.',
} satisfies Call;

import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idempotencyHeadersSchema } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { formText } from '#contracts/text.ts';
import { quantity } from '#features/catalogue/tool-fields-contract.ts';
import { orderSchema } from '#features/orders/contract.ts';
import { refundRuleTexts } from '#texts/validation.ts';
import { refundStates } from './rules.ts';

const reason = formText({ ...refundRuleTexts.reason, max: 500 });

const keepDelivery = z.optional(z.boolean({ error: refundRuleTexts.keepDelivery }));

/** Body of `POST /orders/{id}/cancel`. Staff have to give a reason; buyers may. `refund` is the refund that
 * the caller saw; `keepDelivery`: whether delivery that is no longer free is retained, by default true; only
 * staff can change it. */
export const cancelOrderSchema = z.object({
  reason: z.optional(reason),
  refund: z.optional(z.number({ error: refundRuleTexts.refund })),
  keepDelivery,
});
export type CancelOrder = z.infer<typeof cancelOrderSchema>;

/** Body of `POST /orders/{id}/refunds`: an amount, a number of units at the price paid for each, or the
 * delivery. `restock`: whether the units return to stock; `keepDelivery`: whether delivery that is no longer
 * free without them is retained, by default true. The buyer sees the reason. */
export const newRefundSchema = z
  .object({
    amount: z.optional(
      z
        .number({ error: refundRuleTexts.amount.missing })
        .check(z.positive(refundRuleTexts.amount.notPositive)),
    ),
    quantity: z.optional(quantity(refundRuleTexts.quantity)),
    delivery: z.optional(z.literal(true, { error: refundRuleTexts.delivery })),
    reason,
    restock: z._default(z.boolean({ error: refundRuleTexts.restock }), false),
    keepDelivery,
  })
  .check(
    z.refine(
      ({ amount, quantity, delivery }) =>
        [amount, quantity, delivery].filter((asked) => asked !== undefined).length === 1,
      { error: refundRuleTexts.oneOfThem, path: ['amount'] },
    ),
    z.refine(({ quantity, restock }) => quantity !== undefined || !restock, {
      error: refundRuleTexts.restockUnits,
      path: ['restock'],
    }),
  );
export type NewRefund = z.infer<typeof newRefundSchema>;

/** A refund of an order: `due` until the card provider reports success or `failed`. `given`: what has been
 * returned of its amount, in part as well: by a refund in the provider's dashboard, for instance. `delivery`:
 * the part that is delivery; `keptDelivery`: the part of the goods' price that was retained for delivery
 * which was free before, not included in the amount. These three are missing from replies stored before they
 * existed. `quantity`: number of refunded units; `restocked`: number of units returned to stock. Times are
 * ISO 8601. */
export const refundSchema = z.object({
  _id: idSchema,
  orderId: idSchema,
  amount: z.number(),
  given: z._default(z.number(), 0),
  delivery: z._default(z.number(), 0),
  keptDelivery: z._default(z.number(), 0),
  quantity: z.nullable(z.int()),
  restocked: z.int(),
  reason: z.nullable(z.string()),
  state: z.enum(refundStates),
  createdAt: z.iso.datetime(),
  settledAt: z.nullable(z.iso.datetime()),
});
export type Refund = z.infer<typeof refundSchema>;

/** `creditNoteNumber`: its credit note; null if the payment had no invoice. */
export const listedRefundSchema = z.extend(refundSchema, { creditNoteNumber: z.nullable(z.string()) });
export type ListedRefund = z.infer<typeof listedRefundSchema>;

export const cancelOrderCall = {
  method: 'POST',
  path: '/orders/:id/cancel',
  access: 'user',
  params: idParamsSchema,
  body: cancelOrderSchema,
  reply: orderSchema,
  errors: ['not_found', 'conflict', 'order_disputed', 'price_changed', 'fresh_sign_in_needed'],
  tag: 'Orders',
  scope: 'refunds',
  operationId: 'cancelOrder',
  summary: 'Cancels a paid order until it ships',
  description:
    'Its units return to stock, and what was paid is refunded to the card: it is `refundDue` until then. For the buyer, and for staff, who give a reason. Repeating the call returns the order; an unpaid order is deleted instead. If delivery was free over an amount, and the rest of the purchase comes to less, that delivery is deducted, once for each payment: the order’s `deliveryToKeep` says so before. With `refund`, the refund must be that sum (409 `price_changed` with the right one).',
} satisfies Call;

const ofStaff = { access: 'staff', tag: 'Orders' } as const;

export const refundOrderCall = {
  ...ofStaff,
  method: 'POST',
  path: '/orders/:id/refunds',
  params: idParamsSchema,
  headers: idempotencyHeadersSchema,
  body: newRefundSchema,
  reply: refundSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'order_disputed', 'own_account', 'fresh_sign_in_needed'],
  scope: 'refunds',
  operationId: 'refundOrder',
  summary: 'Refunds an order: an amount, the price of some units, or the delivery',
  description:
    'Never more than was paid: the order’s `refundable` has what is left, with the delivery of what was paid together. An amount is taken from the goods first; `delivery` refunds only what is left of the delivery. Unshipped units are refunded first and no longer ship, which can make free delivery due (`keepDelivery`): an order with none left to ship is then shipped or, if none has shipped, canceled. The buyer is notified by email once it is refunded. Above the amount that the shop has set, for all refunds of a payment together, it needs a fresh sign-in, which no API key has.',
} satisfies Call;

export const listRefundsCall = {
  method: 'GET',
  path: '/orders/:id/refunds',
  access: 'user',
  params: idParamsSchema,
  reply: z.array(listedRefundSchema),
  errors: ['not_found'],
  tag: 'Orders',
  scope: 'refunds',
  operationId: 'listRefunds',
  summary: 'Lists the refunds of an order, oldest first',
  description: 'For your own order, or any for staff.',
} satisfies Call;

export const retryRefundCall = {
  ...ofStaff,
  method: 'POST',
  path: '/refunds/:id/retry',
  params: idParamsSchema,
  reply: refundSchema,
  errors: ['not_found', 'conflict', 'order_disputed'],
  scope: 'refunds',
  operationId: 'retryRefund',
  summary: 'Tries a failed refund again',
  description:
    'Only if the card provider has reported it failed: nothing is refunded twice. What was not paid by card is marked instead.',
} satisfies Call;

export const markRefundGivenCall = {
  ...ofStaff,
  method: 'POST',
  path: '/refunds/:id/given',
  params: idParamsSchema,
  reply: refundSchema,
  errors: ['not_found', 'conflict', 'own_account'],
  scope: 'refunds',
  operationId: 'markRefundGiven',
  summary: 'Marks a failed refund as refunded another way',
  description:
    'For what was not paid by card, or what the card provider cannot refund; only once it has failed. The buyer is notified by email.',
} satisfies Call;

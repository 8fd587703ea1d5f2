import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idempotencyHeadersSchema } from '#contracts/call-parts.ts';
import { idSchema } from '#contracts/identifiers.ts';

/** Body of `POST /create-payment-intent`. `price` alone names the caller's single unpaid order of that price. */
export const newPaymentIntentSchema = z.object({
  price: z.number({ error: 'price is required' }).check(z.positive('price must be more than 0')),
  orderId: z.optional(idSchema),
});

/** Answer of `POST /create-payment-intent`. Units are held until `holdExpiresAt` (ISO 8601). */
export const paymentIntentSchema = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  holdExpiresAt: z.iso.datetime(),
});

/** Answer of `POST /create-payment-intent`. */
export type PaymentIntentReply = z.infer<typeof paymentIntentSchema>;

/** Answer of `POST /webhooks/payment`. */
export const webhookReplySchema = z.object({ received: z.literal(true) });

/** `POST /create-payment-intent` */
export const createPaymentIntentCall = {
  method: 'POST',
  path: '/create-payment-intent',
  access: 'user',
  headers: idempotencyHeadersSchema,
  body: newPaymentIntentSchema,
  reply: paymentIntentSchema,
  errors: ['not_found', 'conflict', 'price_changed', 'out_of_stock', 'provider_failed'],
  tag: 'Payments',
  operationId: 'createPaymentIntent',
  summary: 'Holds an order’s units and starts its payment, or answers the one under way',
  description:
    'Reserves the units of the order until `holdExpiresAt`. One intent is live per order: a second call answers the same one.',
} satisfies Call;

/** `POST /webhooks/payment` */
export const receivePaymentEventCall = {
  method: 'POST',
  path: '/webhooks/payment',
  access: 'public',
  reply: webhookReplySchema,
  errors: ['provider_failed'],
  tag: 'Payments',
  operationId: 'receivePaymentEvent',
  summary: 'Takes the card provider’s signed word that a payment has changed',
  description: 'The signature is over the bytes of the body. A repeat changes nothing.',
} satisfies Call;

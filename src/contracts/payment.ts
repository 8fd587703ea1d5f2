import { z } from 'zod';
import { idSchema } from './identifiers.ts';

/** Body of `POST /create-payment-intent`. `price` alone names the caller's single unpaid order of that price. */
export const newPaymentIntentSchema = z.object({
  price: z.number({ error: 'price is required' }).positive('price must be more than 0'),
  orderId: idSchema.optional(),
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

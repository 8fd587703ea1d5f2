import { z } from 'zod';
import { isPlainLine } from './text.ts';

/** Body of `POST /sandbox-cards/intents/{intentId}/confirm`: the browser hands the test card to the sandbox itself. */
export const confirmCardSchema = z.object({
  clientSecret: z.string().min(1, 'clientSecret is required').max(200, 'clientSecret is not valid'),
  card: z.object({
    number: z.string({ error: 'Card number is required' }).max(40, 'Card number is not valid'),
    expiry: z.string({ error: 'Expiry date is required' }).max(10, 'Expiry date is not valid'),
    securityCode: z.string({ error: 'Security code is required' }).max(10, 'Security code is not valid'),
  }),
  billing: z.object({
    name: z.string().max(200, 'Name must be 200 characters or shorter'),
    email: z.string().max(254, 'Email must be 254 characters or shorter'),
  }),
});

/** Body of `POST /sandbox-cards/intents/{intentId}/authenticate`: what the buyer told the pretended bank. */
export const authenticateCardSchema = z.object({
  clientSecret: confirmCardSchema.shape.clientSecret,
  approve: z.boolean({ error: 'approve must be true or false' }),
});

/** Answer of both: `requires_action` asks for authentication. Declines are error replies with code `card_declined`. */
export const confirmedCardSchema = z.object({
  paymentIntentId: z.string(),
  status: z.enum(['succeeded', 'requires_action']),
});

/** Path of both calls. */
export const sandboxIntentParamsSchema = z.object({
  intentId: z.string().max(100, 'intentId is not valid').refine(isPlainLine, 'intentId is not valid'),
});

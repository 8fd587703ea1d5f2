import { Stripe } from 'stripe';
import type { Clock } from '#platform/clock.ts';
import type { TestShop } from '../test-shop.ts';
import { stripeKeys } from './pretended-stripe.ts';

/** Delivers an event about an object, signed by the SDK's own generator. */
export async function tellShop(
  t: Pick<TestShop, 'url'> & { clock: Clock },
  type: string,
  object: object,
  secret = stripeKeys.STRIPE_WEBHOOK_SECRET,
): Promise<Response> {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }, null, 2);
  const signature = new Stripe('sk_test_any').webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(t.clock.now().getTime() / 1000),
  });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  return fetch(`${t.url}/webhooks/payment`, { method: 'POST', headers, body: payload });
}

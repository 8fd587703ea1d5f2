import { Stripe } from 'stripe';
import type { TestShop } from '../test-shop.ts';
import { stripeKeys } from './pretended-stripe.ts';

/** Delivers an event about an object, signed as Stripe signs it. Answers the shop's status. */
export async function tellShop(t: TestShop, type: string, object: object): Promise<number> {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const signature = new Stripe('sk_test_any').webhooks.generateTestHeaderString({
    payload,
    secret: stripeKeys.STRIPE_WEBHOOK_SECRET,
    timestamp: Math.floor(t.clock.now().getTime() / 1000),
  });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(`${t.url}/webhooks/payment`, { method: 'POST', headers, body: payload })).status;
}

import { afterEach, expect, test, vi } from 'vitest';
import { confirmCard } from './stripe-card-form.tsx';

afterEach(() => vi.unstubAllGlobals());

const fields = { elements: 'the fields' };

/** The outcome of an attempt that the provider's script answers like this. */
async function outcomeOf(answer: object) {
  const search = '?orders=1,2';
  vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/dashboard/payment', search });
  const confirmPayment = vi.fn(async () => answer);
  const parts = { stripe: { confirmPayment }, ...fields } as unknown as Parameters<typeof confirmCard>[0];
  const outcome = await confirmCard(parts, { name: 'Ada Joiner', email: 'ada@joiner.example' });
  expect(confirmPayment).toHaveBeenCalledExactlyOnceWith({
    ...fields,
    confirmParams: {
      return_url: 'https://shop.example/dashboard/payment?orders=1,2',
      payment_method_data: { billing_details: { name: 'Ada Joiner', email: 'ada@joiner.example' } },
    },
    redirect: 'if_required',
  });
  return outcome;
}

test.each([
  ['succeeded', { kind: 'paid', transactionId: 'pi_1' }],
  ['processing', { kind: 'waiting' }],
  ['canceled', { kind: 'lost' }],
])('a payment that is %s stays so when another try is refused for it', async (status, outcome) => {
  const intent = { id: 'pi_1', status };
  expect(await outcomeOf({ paymentIntent: intent })).toEqual(outcome);
  const error = { type: 'invalid_request_error', message: 'No.', payment_intent: intent };
  expect(await outcomeOf({ error })).toEqual(outcome);
});

test('shows a refusal in the provider’s words, or in the shop’s if it has none', async () => {
  const payment_intent = { id: 'pi_1', status: 'requires_payment_method' };
  const error = { message: 'Your card was declined.', payment_intent };
  expect(await outcomeOf({ error })).toEqual({
    kind: 'refused',
    words: 'Your card was declined. Nothing was charged. Try again or use a different card.',
  });
  const general = { kind: 'refused', words: expect.stringContaining('Nothing was charged') };
  expect(await outcomeOf({ error: {} })).toEqual(general);
  expect(await outcomeOf({ paymentIntent: payment_intent })).toEqual(general);
});

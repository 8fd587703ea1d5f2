import type { Page, Route } from '@playwright/test';
import type { PretendedStripeServer } from '#tests/support/stripe/pretended-stripe.ts';

/** The calls that the shop's page made to the provider's script. */
export type ToldToScript = { call: string; options: Record<string, unknown> }[];

/** A stand-in for the provider's script, its frame and their calls, as far as the pay page needs them. */
export type StandIn = {
  /** What happens when the script is requested. */
  script: 'loads' | 'fails' | 'hangs';
  /** Number of requests for the script. */
  asked: number;
  told(): Promise<ToldToScript>;
};

/** Test cards that the stand-in accepts, as Stripe publishes them (https://docs.stripe.com/testing). */
export const stripeCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  redirected: '4000000000003220',
};

/** What the stand-in's wallet hands over instead of a number, or says once the buyer has closed it. */
const wallet = { pays: 'wallet', isClosed: 'closed wallet' };

/** Imitates Stripe in the browser: its script, the frame with the fields, its API and a bank's page. */
export async function standInForStripe(
  page: Page,
  { books, change }: PretendedStripeServer,
): Promise<StandIn> {
  const standIn: StandIn = {
    script: 'loads',
    asked: 0,
    told: () => page.evaluate(() => Reflect.get(window, 'toldToStripe') ?? []),
  };
  await page.route('https://js.stripe.com/**', async (route) => {
    if (new URL(route.request().url()).pathname === '/fields.html') return route.fulfill(html(fields));
    standIn.asked += 1;
    if (standIn.script === 'fails') return route.abort();
    if (standIn.script === 'loads') return route.fulfill({ contentType: 'text/javascript', body: script });
  });
  await page.route('https://api.stripe.com/**', async (route) => {
    const [intentId = ''] = /pi_[0-9a-f]+/.exec(route.request().url()) ?? [];
    const { number, returnUrl } = route.request().postDataJSON();
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: confirm(intentId, number, returnUrl),
    });
  });
  await page.route('https://hooks.stripe.com/**', (route) => playBank(route));

  function confirm(intentId: string, number: string, returnUrl: string) {
    if (number === '')
      return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } };
    if (number === wallet.isClosed)
      return { error: { type: 'validation_error', message: 'You closed the wallet.' } };
    if (number === stripeCards.declined)
      return { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } };
    if (number === stripeCards.redirected) {
      change(intentId, { status: 'requires_action' });
      return {
        redirect: `https://hooks.stripe.com/redirect/${intentId}?back=${encodeURIComponent(returnUrl)}`,
      };
    }
    const { status } = books.intents.get(intentId) ?? {};
    if (status === 'canceled')
      return { error: { type: 'invalid_request_error', payment_intent: { id: intentId, status } } };
    change(intentId);
    return { paymentIntent: { id: intentId, status: 'succeeded' } };
  }

  /** The bank's own page, with links for yes and no; `?agrees` is the answer. */
  function playBank(route: Route) {
    const url = new URL(route.request().url());
    const [intentId = ''] = /pi_[0-9a-f]+/.exec(url.pathname) ?? [];
    const back = new URL(url.searchParams.get('back') ?? '');
    const answer = url.searchParams.get('agrees');
    if (answer === null) return route.fulfill(html(bank(url)));
    change(intentId, { status: answer === 'yes' ? 'succeeded' : 'requires_payment_method' });
    back.searchParams.set('payment_intent', intentId);
    back.searchParams.set('payment_intent_client_secret', `${intentId}_secret_of_the_buyer`);
    back.searchParams.set('redirect_status', answer === 'yes' ? 'succeeded' : 'failed');
    return route.fulfill({ status: 303, headers: { location: String(back) } });
  }
  return standIn;
}

const html = (body: string) => ({
  contentType: 'text/html',
  body: `<!doctype html><title>Stripe</title>${body}`,
});

const bank = (url: URL) =>
  ['yes', 'no'].map((agrees) => `<a href="${url}&amp;agrees=${agrees}">${agrees}</a>`).join(' ');

const fields = `<label>Card number <input></label>
<script>
const tell = (number) => parent.postMessage({ number }, '*');
document.querySelector('input').oninput = (event) => tell(event.target.value);
// Wallets need the leave of the page's permissions policy.
const may = document.featurePolicy.allowsFeature('payment');
const shown = may ? new URL(location).searchParams.get('wallets').split(',').filter(Boolean) : [];
for (const name of shown) {
  const label = document.body.appendChild(document.createElement('label'));
  label.innerHTML = '<input type="radio" name="method">';
  label.append(name);
  label.onchange = () => tell('${wallet.pays}');
}
if (shown.length > 0) {
  const close = document.body.appendChild(document.createElement('button'));
  close.textContent = 'Close the wallet';
  close.onclick = () => tell('${wallet.isClosed}');
}
</script>`;

const script = `window.toldToStripe = [];
window.Stripe = Object.assign((key) => {
  const tell = (call, options) => window.toldToStripe.push({ call, options });
  tell('Stripe', { key });
  let number = '';
  addEventListener('message', ({ origin, data }) => {
    if (origin === 'https://js.stripe.com') number = /wallet/.test(data.number) ? data.number : data.number.replace(/\\D/g, '');
  });
  return {
    elements(options) {
      tell('elements', options);
      const secret = options.clientSecret;
      const listeners = {};
      const frame = document.createElement('iframe');
      return {
        secret,
        update: (change) => tell('update', change),
        create(kind, options) {
          tell('create', { kind, ...options });
          return {
            once: (name, listener) => (listeners[name] = [...(listeners[name] ?? []), listener]),
            mount(place) {
              frame.title = 'Secure payment input frame';
              frame.allow = 'payment *';
              const wallets = Object.keys(options.wallets).filter((name) => options.wallets[name] === 'auto');
              frame.src = 'https://js.stripe.com/fields.html?wallets=' + wallets;
              frame.onload = () => (listeners.ready ?? []).forEach((listener) => listener({ elementType: kind }));
              place.append(frame);
            },
            destroy: () => frame.remove(),
          };
        },
      };
    },
    async confirmPayment({ elements, ...options }) {
      tell('confirmPayment', options);
      const intent = elements.secret.replace(/_secret_.*/, '');
      const reply = await fetch('https://api.stripe.com/v1/payment_intents/' + intent + '/confirm', {
        method: 'POST',
        body: JSON.stringify({ number, returnUrl: options.confirmParams.return_url }),
      });
      const outcome = await reply.json();
      if (!outcome.redirect) return outcome;
      location.assign(outcome.redirect);
      return new Promise(() => undefined);
    },
  };
}, { version: 'endive' });`;

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Stripe } from 'stripe';
import type { PretendedStripe } from '#platform/payments/stripe/stripe-cards.ts';
import { readForm, type WireParameters } from './form-parameters.ts';
import {
  cancelIntent,
  createIntent,
  createRefund,
  findDispute,
  findIntent,
  findRefund,
  listDisputes,
  listIntents,
  listRefunds,
  type StripeBooks,
  StripeRefusal,
} from './stripe-books.ts';
import { stripeId } from './stripe-objects.ts';
import { checkParameters } from './stripe-parameters.ts';

/** The keys of a shop that the fake Stripe accepts. They are valid nowhere else. */
export const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_51PretendedSecret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51PretendedPublishable',
  STRIPE_WEBHOOK_SECRET: 'whsec_pretended',
};

/** The fault of a call. `none`: it is answered. `drop`: the connection breaks before anything is done;
 * `lose`: after. `hang`: no response comes. `drip`: a response begins and never ends. `fail`: an error of
 * Stripe itself, stored under the key. A refusal: that refusal. A function: it runs after the work and before
 * the response. */
export type StripeFault =
  | 'none'
  | 'drop'
  | 'lose'
  | 'hang'
  | 'drip'
  | 'fail'
  | StripeRefusal
  | (() => Promise<void>);

/** A call that was received. */
export type StripeCall = {
  call: string;
  parameters: WireParameters;
  key: string | undefined;
  version: string | undefined;
};

/** The part of Stripe's API that the shop calls. Every request is checked against the SDK's
 * types. */
export type PretendedStripeServer = {
  address: PretendedStripe;
  books: StripeBooks;
  calls: StripeCall[];
  /** Problems of the requests: unknown parameters, wrong types, unknown calls. */
  problems: string[];
  /** The faults of the next calls, one each. */
  faults: StripeFault[];
  /** Sets the fault of every call after those. */
  behave(fault: StripeFault): void;
  /** Acts as the buyer's browser: the card of an intent is charged, or the intent gets `change`. */
  change(intentId: string, change?: Partial<Stripe.PaymentIntent>): void;
  /** Deletes all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  stop(): Promise<void>;
};

type Answer = { status: number; body: unknown };
type Kept = Answer & { call: string; form: string };

/** Starts the fake Stripe. `now` dates its intents; `host`: where it listens. */
export async function startPretendedStripe(
  now: () => Date = () => new Date(),
  host = '127.0.0.1',
): Promise<PretendedStripeServer> {
  const books: StripeBooks = {
    intents: new Map(),
    refunds: [],
    disputes: [],
    refundStatus: 'succeeded',
    events: [],
    now,
  };
  const kept = new Map<string, Kept>();
  const calls: StripeCall[] = [];
  const problems: string[] = [];
  const faults: StripeFault[] = [];
  let usual: StripeFault = 'none';

  function answer(method: string, url: URL, form: string): Answer {
    const { typeName, work } = routeOf(books, method, url.pathname);
    const parameters = readForm(method === 'GET' ? url.search.slice(1) : form);
    const wrong = checkParameters(typeName, parameters);
    if (wrong.length > 0) {
      problems.push(...wrong.map((problem) => `${method} ${url.pathname}: ${problem}`));
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        message: `Received unknown or wrong parameters: ${wrong.join(', ')}`,
      });
    }
    return { status: 200, body: structuredClone(work(parameters)) };
  }

  function answerOrRefuse(method: string, url: URL, form: string): Answer {
    try {
      return answer(method, url, form);
    } catch (error) {
      if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.error } };
      problems.push(String(error));
      throw error;
    }
  }

  async function take(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const method = request.method ?? '';
    const url = new URL(request.url ?? '', 'http://stripe');
    const form = await text(request);
    const key = request.headers['idempotency-key'] as string | undefined;
    const call = `${method} ${url.pathname}`;
    const version = request.headers['stripe-version'] as string | undefined;
    calls.push({ call, parameters: readForm(method === 'GET' ? url.search.slice(1) : form), key, version });
    if (request.headers.authorization !== `Bearer ${stripeKeys.STRIPE_SECRET_KEY}`)
      return send(reply, { status: 401, body: { error: unknownKey(request.headers.authorization) } });
    const fault = faults.shift() ?? usual;
    if (fault === 'hang') return;
    if (fault === 'drop') return void request.socket.destroy();
    if (fault === 'drip') return drip(reply);
    if (fault instanceof StripeRefusal)
      return send(reply, { status: fault.status, body: { error: fault.error } });
    const before = key === undefined ? undefined : kept.get(key);
    const answered = before
      ? repeated(before, call, form)
      : fault === 'fail'
        ? ownFailure
        : answerOrRefuse(method, url, form);
    // Responses to invalid parameters are not stored (https://docs.stripe.com/api/idempotent_requests).
    if (key !== undefined && !before && answered.status !== 400) kept.set(key, { ...answered, call, form });
    if (fault === 'lose') return void request.socket.destroy();
    if (typeof fault === 'function') await fault();
    send(reply, answered, {
      ...(before && { 'idempotent-replayed': 'true' }),
      ...(answered.status >= 500 && { 'stripe-should-retry': 'false' }),
    });
  }

  const server = createServer((request, reply) => void take(request, reply));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: { host, port, protocol: 'http' },
    books,
    calls,
    problems,
    faults,
    behave(fault) {
      usual = fault;
    },
    change(intentId, change = { status: 'succeeded' }) {
      Object.assign(findIntent(books, intentId), change);
    },
    forgetKeys: () => kept.clear(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ownFailure: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
};

const unknownKey = (authorization = '') => ({
  type: 'invalid_request_error',
  message: `Invalid API Key provided: ${authorization.slice('Bearer '.length, -4)}****`,
});

type Work = (parameters: WireParameters) => unknown;

function routeOf(books: StripeBooks, method: string, path: string): { typeName: string; work: Work } {
  const [, id = '', action] = /^\/v1\/payment_intents\/(\w+)(\/cancel)?$/.exec(path) ?? [];
  const [, refundId = ''] = /^\/v1\/refunds\/(\w+)$/.exec(path) ?? [];
  const [, disputeId = ''] = /^\/v1\/disputes\/(\w+)$/.exec(path) ?? [];
  const named = path
    .replace(id || /$/, id ? '{intent}' : '')
    .replace(disputeId || /$/, disputeId ? '{dispute}' : '')
    .replace(refundId || /$/, refundId ? '{refund}' : '');
  const call = `${method} ${named}`;
  switch (call) {
    case 'POST /v1/payment_intents':
      return { typeName: 'CreateIntent', work: (given) => createIntent(books, given) };
    case 'GET /v1/payment_intents':
      return { typeName: 'ListIntents', work: (given) => listIntents(books, given) };
    case 'GET /v1/payment_intents/{intent}':
      return { typeName: 'RetrieveIntent', work: () => findIntent(books, id) };
    case 'POST /v1/payment_intents/{intent}/cancel':
      return { typeName: 'CancelIntent', work: () => cancelIntent(books, id) };
    case 'GET /v1/refunds':
      return { typeName: 'ListRefunds', work: (given) => listRefunds(books, given) };
    case 'GET /v1/refunds/{refund}':
      return { typeName: 'RetrieveRefund', work: () => findRefund(books, refundId) };
    case 'GET /v1/disputes':
      return { typeName: 'ListDisputes', work: (given) => listDisputes(books, given) };
    case 'GET /v1/disputes/{dispute}':
      return { typeName: 'RetrieveDispute', work: () => findDispute(books, disputeId) };
    case 'POST /v1/refunds':
      return { typeName: 'CreateRefund', work: (given) => createRefund(books, given) };
    default:
      throw new Error(`There is no call ${method} ${path}${action ?? ''}`);
  }
}

/** The same key repeats the first response, but only for the same call with the same parameters. */
function repeated({ call, form, ...answer }: Kept, nextCall: string, nextForm: string): Answer {
  if (call === nextCall && form === nextForm) return answer;
  const message =
    'Keys for idempotent requests can only be used with the same parameters and endpoint they were first used with.';
  return { status: 400, body: { error: { type: 'idempotency_error', message } } };
}

function send(reply: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void {
  reply.writeHead(status, { 'content-type': 'application/json', 'request-id': stripeId('req'), ...headers });
  reply.end(JSON.stringify(body));
}

/** Sends a byte now and then, so that no single pause is long. */
function drip(reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => reply.write(' '), 20);
  reply.on('close', () => clearInterval(timer));
}

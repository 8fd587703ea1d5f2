import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from '#features/webhooks/contract.ts';
import type { TestShop } from './test-shop.ts';

/** A request that a receiver got. */
export type ReceivedWebhook = {
  path: string;
  id: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
};

type Answer = { status?: number; headers?: Record<string, string>; text?: string };

/** A program that receives webhooks. `answers`: what it answers to each; `received`: all that came. */
export async function openReceiver(
  answers: (hook: ReceivedWebhook) => Answer | Promise<Answer> = () => ({}),
) {
  const received: ReceivedWebhook[] = [];
  const most = { atOnce: 0 };
  let atOnce = 0;
  const now = { answers };
  const server = createServer(async (request, reply) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString('utf8');
    const { headers, url: path = '' } = request;
    const hook = { path, id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) };
    received.push(hook);
    atOnce += 1;
    most.atOnce = Math.max(most.atOnce, atOnce);
    reply.once('close', () => {
      atOnce -= 1;
    });
    const { status = 204, headers: more = {}, text: words = '' } = await now.answers(hook);
    reply.writeHead(status, more).end(words);
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received,
    most,
    /** Answers otherwise from now on. */
    answer(next: typeof answers) {
      now.answers = next;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof openReceiver>>;

/** What a receiver reads of a request after verifying it; throws if its signature is not of the secret, or
 * it is older than five minutes. */
export function verifyWebhook(secret: string, { text, headers }: ReceivedWebhook): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}

/** Adds an endpoint; returns its id and secret. */
export async function addWebhook(
  t: Pick<TestShop, 'call'>,
  token: string,
  url: string,
  events: WebhookEvent[],
): Promise<{ _id: string; secret: string }> {
  const { status, body } = await t.call<{ _id: string; secret: string }>('POST', '/webhook-endpoints', {
    token,
    body: { url, events },
  });
  if (status !== 201) throw new Error(`the endpoint was not added: ${status} ${JSON.stringify(body)}`);
  return body;
}

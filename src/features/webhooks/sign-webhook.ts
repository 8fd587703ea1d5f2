import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Secrets } from '#platform/secrets.ts';
import { VERSION_HEADER, WEBHOOK_VERSION } from './contract.ts';
import { type EndpointRow, previousSecretUntil } from './store.ts';

type Keyed = Pick<EndpointRow, 'id' | 'secret_number'>;

/** Derives an endpoint's signing secret from the shop's own, so that the
 * database and its backups hold none. */
export function secretOf(secrets: Secrets, { id, secret_number }: Keyed): string {
  const key = createHmac('sha256', secrets.key('webhook-signing')).update(`${id}:${secret_number}`).digest();
  return `whsec_${key.toString('base64')}`;
}

/** Returns the headers of a try (Standard Webhooks): a signature of each valid secret, the newest first. */
export function signedHeaders(
  secrets: Secrets,
  endpoint: EndpointRow,
  { eventId, body, now }: { eventId: string; body: string; now: Date },
): Record<string, string> {
  const numbers = [endpoint.secret_number];
  if (previousSecretUntil(endpoint, now)) numbers.push(endpoint.secret_number - 1);
  const signatures = numbers.map((secret_number) =>
    new Webhook(secretOf(secrets, { id: endpoint.id, secret_number })).sign(eventId, now, body),
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'toolyard-webhooks',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
    [VERSION_HEADER]: WEBHOOK_VERSION,
  };
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header that carries a webhook's signature: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`. */
export const SIGNATURE_HEADER = 'sandbox-signature';

/** How far a webhook's time may be from now: what providers suggest (https://docs.stripe.com/webhooks). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Signs a webhook's raw body at the time `now`; answers the header's value. */
export function signWebhook(key: Buffer, body: string | Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${digest(key, String(seconds), body).toString('hex')}`;
}

/** Whether `header` is a signature over `body` by `key`, not older nor younger than the tolerance. */
export function isSignedWebhook(
  key: Buffer,
  body: Buffer,
  header: string | string[] | undefined,
  now: Date,
): boolean {
  const match = typeof header === 'string' && /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header);
  if (!match) return false;
  const [, seconds = '', signature = ''] = match;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > SIGNATURE_TOLERANCE_SECONDS) return false;
  return timingSafeEqual(digest(key, seconds, body), Buffer.from(signature, 'hex'));
}

function digest(key: Buffer, seconds: string, body: string | Buffer): Buffer {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest();
}

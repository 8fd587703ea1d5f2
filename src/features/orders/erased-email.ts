import { createHmac } from 'node:crypto';
import type { Secrets } from '#platform/secrets.ts';

/** Returns what an erased buyer's orders keep of the email: a hash under the shop's own key, by which someone
 * who knows both the order's number and the email can withdraw from it (decision 128). */
export const erasedEmailHash = (secrets: Pick<Secrets, 'key'>, email: string): string =>
  createHmac('sha256', secrets.key('email-of-erased')).update(email).digest('hex');

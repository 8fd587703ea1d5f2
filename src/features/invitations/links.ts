import type { AppContext } from '#features/app-context.ts';
import { readToken, signToken } from '#platform/identity/embedded/signed-token.ts';
import { AccountError } from '#platform/identity/identity-provider.ts';
import type { InvitationRow } from './store.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How long an invitation can be accepted. */
export const INVITATION_MS = 7 * DAY_MS;

const tokenUse = ({ secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>) => ({
  key: secrets.key('staff-invitation'),
  audience: 'accept an invitation',
  now: clock.now(),
});

/** The address of the page that accepts an invitation as it was last sent. Only the recipient of the email
 * knows it; what is stored does not suffice. */
export async function linkTo(context: AppContext, { id, sent_at }: InvitationRow): Promise<string> {
  // The invitation itself ends the link, so a late email makes it no longer.
  const claims = { sub: id, jti: sent_at.toISOString() };
  const token = await signToken(claims, (2 * INVITATION_MS) / 1000, tokenUse(context));
  return `${context.origin}/invitation?token=${token}`;
}

/** The invitation that a link is for, and when it was sent. @throws AccountError invalid_link */
export async function readLink(context: AppContext, token: string): Promise<{ id: string; sentAt: Date }> {
  const { sub, jti } = (await readToken(token, tokenUse(context))) ?? {};
  if (sub === undefined || typeof jti !== 'string') throw new AccountError('invalid_link');
  return { id: sub, sentAt: new Date(jti) };
}

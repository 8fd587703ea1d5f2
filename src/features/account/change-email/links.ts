import type { AppContext } from '#features/app-context.ts';
import { readToken, signToken } from '#platform/identity/embedded/signed-token.ts';
import { AccountError } from '#platform/identity/identity-provider.ts';

const HOUR_MS = 60 * 60_000;

/** How long the new address can confirm a change, and the earlier one undo it. */
export const CONFIRM_MS = 24 * HOUR_MS;
export const UNDO_MS = 72 * HOUR_MS;

const tokenUse = ({ secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>, what: 'confirm' | 'undo') => ({
  key: secrets.key('email-change'),
  audience: `${what} an email change`,
  now: clock.now(),
});

/** The address of the page that confirms or undoes a change. Only the recipient of the email knows it;
 * what is stored does not suffice. */
export async function linkTo(
  context: AppContext,
  changeId: string,
  what: 'confirm' | 'undo',
): Promise<string> {
  // The change itself ends the link, so a late email makes it no longer.
  const token = await signToken({ sub: changeId }, UNDO_MS / 1000, tokenUse(context, what));
  return `${context.origin}/change-email?${what}=${token}`;
}

/** The change that a link is for. @throws AccountError invalid_link */
export async function readLink(
  context: AppContext,
  token: string,
  what: 'confirm' | 'undo',
): Promise<string> {
  const { sub } = (await readToken(token, tokenUse(context, what))) ?? {};
  if (sub === undefined) throw new AccountError('invalid_link');
  return sub;
}

import type { AppContext } from '#features/app-context.ts';
import { readToken, signToken } from '#platform/identity/embedded/signed-token.ts';
import { AccountError } from '#platform/identity/identity-provider.ts';

/** Longer than any order waits: the order's state ends a link. */
const LINK_SECONDS = 2 * 366 * 86_400;

const tokenUse = ({ secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>) => ({
  key: secrets.key('delay-notice'),
  audience: 'answer a delay notice',
  now: clock.now(),
});

/** The address of the page on which a buyer answers a notice. Only the recipient of the email knows it. */
export async function linkTo(context: AppContext, noticeId: string): Promise<string> {
  const token = await signToken({ sub: noticeId }, LINK_SECONDS, tokenUse(context));
  return `${context.origin}/delay?token=${token}`;
}

/** The id of the notice that a link is for. @throws AccountError invalid_link */
export async function readLink(context: AppContext, token: string): Promise<string> {
  const { sub } = (await readToken(token, tokenUse(context))) ?? {};
  if (sub === undefined) throw new AccountError('invalid_link');
  return sub;
}

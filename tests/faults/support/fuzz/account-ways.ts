import { randomUUID } from 'node:crypto';
import type { MailboxMessage } from '#features/mailbox/contract.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import type { Reply } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import type { Ask } from './walk-state.ts';

type SignedIn = { token: string };

/** Takes an account through all calls for accounts: created, verified, exchanged, forgotten, reset, signed
 * out. @throws at the first answer that is not a success */
export async function goAllWays(ask: Ask): Promise<void> {
  const email = `${randomUUID()}@shop.example`;
  const post = (path: string, body: object, token?: string) =>
    succeed<SignedIn>(ask, `POST /api/auth${path}`, {
      target: `/api/auth${path}`,
      body,
      ...(token && { token }),
    });

  async function signIn(password: string): Promise<string> {
    const signedIn = await post('/sign-in/email', { email, password });
    const target = `/user/${email}`;
    return (await succeed<SignedIn>(ask, 'PUT /user/{email}', { target, token: signedIn.body.token })).body
      .token;
  }

  await post('/sign-up/email', { name: 'Nia New', email, password: PASSWORD });
  const session = await signIn(PASSWORD);
  await post('/send-verification-email', { email }, session);
  const verifyPath = `/api/auth/verify-email?token=${await mailedToken(ask, email, '/verify-email')}`;
  await succeed(ask, 'GET /api/auth/verify-email', { target: verifyPath, token: session });

  await post('/request-password-reset', { email });
  const token = await mailedToken(ask, email, '/reset-password');
  await post('/reset-password', { token, newPassword: `${PASSWORD} again` });

  await post('/sign-out', {}, await signIn(`${PASSWORD} again`));
}

async function succeed<Body>(ask: Ask, call: string, sent: Parameters<Ask>[1]): Promise<Reply<Body>> {
  const reply = await ask<Body>(call, sent);
  if (reply.status < 300) return reply;
  throw new Error(`${call} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
}

/** The token of the newest mail to a person with a link to `page`, once it has arrived. */
async function mailedToken(ask: Ask, email: string, page: string): Promise<string> {
  let token: string | undefined;
  await until(`a mail that leads to ${page}`, async () => {
    const { body } = await succeed<MailboxMessage[]>(ask, 'GET /mailbox/messages', {
      target: '/mailbox/messages',
    });
    const texts = body.filter(({ to }) => to === email).map(({ text }) => text);
    token = texts.map((text) => new RegExp(`${page}\\?token=(\\S+)`).exec(text)?.[1]).find(Boolean);
    return token !== undefined;
  });
  return token ?? '';
}

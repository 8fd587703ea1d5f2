import type { MailboxMessage } from '#contracts/mailbox.ts';
import type { TestShop } from './test-shop.ts';

/** A password that is long enough and not a common one. */
export const PASSWORD = 'seven dull chisels';

/** An account of the embedded provider, signed in to. */
export type TestAccount = { email: string; name: string; session: string };

let made = 0;

/** Signs a new person up over HTTP. */
export async function signUp(
  t: TestShop,
  person: { email?: string; name?: string; password?: string } = {},
): Promise<TestAccount> {
  made += 1;
  const { email = `person-${made}@shop.example`, name = 'Ada Joiner', password = PASSWORD } = person;
  const reply = await t.call('POST', '/api/auth/sign-up/email', { body: { name, email, password } });
  if (reply.status !== 200) throw new Error(`sign-up answered ${reply.status}`);
  return { email, name, session: reply.headers.get('set-auth-token') ?? '' };
}

/** Tries to sign in; the session is empty when refused. */
export async function signIn(t: TestShop, email: string, password: string) {
  const reply = await t.call<{ message?: string }>('POST', '/api/auth/sign-in/email', {
    body: { email, password },
  });
  return { ...reply, session: reply.headers.get('set-auth-token') ?? '' };
}

/** The ID token of a session. */
export async function idTokenOf(t: TestShop, session: string): Promise<string> {
  const reply = await t.call<{ token: string }>('GET', '/api/auth/token', { token: session });
  if (reply.status !== 200) throw new Error(`the ID token's call answered ${reply.status}`);
  return reply.body.token;
}

/** Turns a session into the shop's access token. */
export async function accessTokenOf(t: TestShop, { email, session }: TestAccount): Promise<string> {
  const idToken = await idTokenOf(t, session);
  const reply = await t.call<{ token: string }>('PUT', `/user/${email}`, { token: idToken });
  if (reply.status !== 200) throw new Error(`the exchange answered ${reply.status}`);
  return reply.body.token;
}

/** The mails to somebody, newest first, after all due jobs have run. */
export async function mailsTo(t: TestShop, email: string): Promise<MailboxMessage[]> {
  await t.runJobs();
  const { body } = await t.call<MailboxMessage[]>('GET', '/mailbox/messages');
  return body.filter((message) => message.to === email);
}

/** The token in the newest mail whose link leads to `page`. */
export async function mailedToken(t: TestShop, email: string, page: string): Promise<string> {
  for (const { text } of await mailsTo(t, email)) {
    const token = new RegExp(`${t.url}${page}\\?token=(\\S+)`).exec(text)?.[1];
    if (token) return token;
  }
  throw new Error(`no mail to ${email} leads to ${page}`);
}

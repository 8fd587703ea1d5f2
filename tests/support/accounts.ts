import type { MailboxMessage } from '#features/mailbox/contract.ts';
import type { TestShop } from './test-shop.ts';

/** A password that is long enough and not common. */
export const PASSWORD = 'seven dull chisels';

/** Anything that calls the shop over HTTP: a test shop, or one process of several. */
type Caller = Pick<TestShop, 'call'>;

/** A signed-in account of the embedded provider. */
export type TestAccount = { email: string; name: string; session: string };

let made = 0;

/** Signs a new person up over HTTP. */
export async function signUp(
  t: Caller,
  person: { email?: string; name?: string; password?: string } = {},
): Promise<TestAccount> {
  made += 1;
  const { email = `person-${made}@shop.example`, name = 'Ada Joiner', password = PASSWORD } = person;
  const reply = await t.call('POST', '/api/auth/sign-up/email', { body: { name, email, password } });
  if (reply.status !== 200) throw new Error(`sign-up answered ${reply.status}`);
  return { email, name, session: (await signIn(t, email, password)).session };
}

/** Sets a new password through an emailed link; returns the pass for signing in with it. */
export async function resetPassword(t: TestShop, email: string, newPassword: string): Promise<string> {
  await t.call('POST', '/api/auth/request-password-reset', { body: { email } });
  const token = await mailedToken(t, email, '/reset-password');
  const { status, body } = await t.call<{ signInPass: string }>('POST', '/api/auth/reset-password', {
    body: { token, newPassword },
  });
  if (status !== 200) throw new Error(`the reset answered ${status}`);
  return body.signInPass;
}

/** Posts to a call of `/api/auth`, whose errors have both the provider's wording and the shop's. */
export function callIdentity(t: Caller, path: string, body: unknown) {
  return t.call<{
    message?: string;
    code?: string;
    error?: { code: string; message: string; field?: string };
  }>('POST', `/api/auth${path}`, { body });
}

/** Tries to sign in; the session is empty if refused. */
export async function signIn(t: Caller, email: string, password: string) {
  const reply = await t.call<{ message?: string }>('POST', '/api/auth/sign-in/email', {
    body: { email, password },
  });
  return { ...reply, session: reply.headers.get('set-auth-token') ?? '' };
}

/** Requests an ID token, which spends the session's token. `session` is the next one, empty if refused. */
export async function renew(t: Caller, session: string, headers: Record<string, string> = {}) {
  const reply = await t.call<{ token: string }>('GET', '/api/auth/token', { token: session, headers });
  return { ...reply, session: reply.headers.get('set-auth-token') ?? '' };
}

/** The ID token of an account's session; the next session token replaces the spent one. */
export async function idTokenOf(t: Caller, account: { session: string }): Promise<string> {
  const { status, body, session } = await renew(t, account.session);
  if (status !== 200) throw new Error(`the ID token's call answered ${status}`);
  account.session = session;
  return body.token;
}

/** Signs an account out as the browser does. */
export async function signOut(t: Caller, { session }: { session: string }): Promise<void> {
  const { status } = await t.call('POST', '/api/auth/sign-out', { token: session, body: {} });
  if (status !== 200) throw new Error(`the sign-out answered ${status}`);
}

/** Exchanges a session for the shop's access token. */
export async function accessTokenOf(t: Caller, account: { email: string; session: string }): Promise<string> {
  const idToken = await idTokenOf(t, account);
  const reply = await t.call<{ token: string }>('PUT', `/user/${account.email}`, { token: idToken });
  if (reply.status !== 200) throw new Error(`the exchange answered ${reply.status}`);
  return reply.body.token;
}

/** The emails to an address, newest first, after all due jobs have run. */
export async function mailsTo(t: TestShop, email: string): Promise<MailboxMessage[]> {
  await t.runJobs();
  const { body } = await t.call<MailboxMessage[]>('GET', '/mailbox/messages');
  return body.filter((message) => message.to === email);
}

/** The token in the newest email that links to `page`. */
export async function mailedToken(t: TestShop, email: string, page: string): Promise<string> {
  for (const { text } of await mailsTo(t, email)) {
    const token = new RegExp(`${t.url}${page}\\?token=(\\S+)`).exec(text)?.[1];
    if (token) return token;
  }
  throw new Error(`no mail to ${email} leads to ${page}`);
}

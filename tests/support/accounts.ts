import type { MailboxMessage } from '#features/mailbox/contract.ts';
import type { TestShop } from './test-shop.ts';

/** A password that is long enough and not common. */
export const PASSWORD = 'seven dull chisels';

/** Anything that calls the shop over HTTP: a test shop, or one process of several. */
type Caller = Pick<TestShop, 'call'>;

/** An account of the embedded provider: the proof of its sign-in, and its access token once it is exchanged. */
export type TestAccount = { email: string; name: string; proof: string; token?: string };

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
  return { email, name, proof: (await signIn(t, email, password)).proof };
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

/** Posts to a call of `/api/auth`. */
export function callIdentity(t: Caller, path: string, body: unknown) {
  return t.call<{ error?: { code: string; message: string; field?: string } }>('POST', `/api/auth${path}`, {
    body,
  });
}

/** Tries to sign in; the proof is empty if refused. */
export async function signIn(t: Caller, email: string, password: string) {
  const reply = await t.call<{ token?: string; secondFactor?: string[]; error?: { message: string } }>(
    'POST',
    '/api/auth/sign-in/email',
    { body: { email, password } },
  );
  return { ...reply, email, proof: reply.body.token ?? '' };
}

/** Exchanges the proof of a sign-in. */
export const exchange = (t: Caller, email: string, proof: string | undefined) =>
  t.call<{ token: string; account: { email: string; displayName: string; emailVerified: boolean } }>(
    'PUT',
    `/user/${email}`,
    proof === undefined ? {} : { token: proof },
  );

/** The access token of an account: exchanged at first, then the same. */
export async function accessTokenOf(
  t: Caller,
  account: { email: string; proof?: string; token?: string },
): Promise<string> {
  if (account.token) return account.token;
  const reply = await exchange(t, account.email, account.proof);
  if (reply.status !== 200) throw new Error(`the exchange answered ${reply.status}`);
  account.token = reply.body.token;
  return reply.body.token;
}

/** Signs an account in once more, as on another device. Returns the access token. */
export async function signInAgain(t: Caller, email: string, password = PASSWORD): Promise<string> {
  const { proof } = await signIn(t, email, password);
  return accessTokenOf(t, { email, proof });
}

/** Signs an account out as the browser does. */
export async function signOut(t: Caller, token: string): Promise<void> {
  const { status } = await t.call('POST', '/api/auth/sign-out', { token });
  if (status !== 200) throw new Error(`the sign-out answered ${status}`);
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

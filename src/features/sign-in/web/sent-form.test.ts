import { expect, it } from 'vitest';
import { loginSchema } from '#features/users/contract.ts';
import { takeForm } from './sent-form.ts';

const asked: { path: string; bearer: string | null; body: unknown }[] = [];

/** Submits the login form with these fields, while the shop answers with `replies` in turn. */
async function sendLogin(fields: Record<string, string>, ...replies: Response[]) {
  const request = new Request('https://shop.example/login', {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  asked.length = 0;
  const send = async (path: string, init: RequestInit = {}) => {
    const bearer = new Headers(init.headers).get('authorization');
    asked.push({ path, bearer, body: init.body ? JSON.parse(String(init.body)) : undefined });
    return replies.shift() ?? Response.error();
  };
  const { data, init } = await takeForm(request, send, loginSchema, (identity, { email, password }) =>
    identity.signIn(email, password),
  );
  return { ...data, status: init?.status ?? 200 };
}

const right = { email: ' Ada@My-Shop.de ', password: 'mitre-and-bevel' };

const account = { email: 'ada@my-shop.de', displayName: 'Ada', emailVerified: true };
const signIn = {
  path: '/api/auth/sign-in/email',
  bearer: null,
  body: { email: 'ada@my-shop.de', password: right.password },
};

it('logs in as the browser would, and returns the access token', async () => {
  const signedIn = Response.json({ token: 'the-proof', email: account.email, secondFactor: [] });
  const exchanged = Response.json({ token: 'the-token', account });
  expect(await sendLogin(right, signedIn, exchanged)).toEqual({
    status: 200,
    typed: { email: right.email },
    isDone: true,
    token: 'the-token',
  });
  expect(asked).toEqual([
    signIn,
    { path: '/user/ada%40my-shop.de', bearer: 'Bearer the-proof', body: undefined },
  ]);
});

it('hands on a sign-in that lacks its second step', async () => {
  const proof = { token: 'the-proof', email: account.email, secondFactor: ['code'] };
  expect(await sendLogin(right, Response.json(proof))).toMatchObject({ status: 200, asked: proof });
  expect(asked).toEqual([signIn]);
});

it('names the problem of each field, and sends no request', async () => {
  expect(await sendLogin({ email: 'ada', password: '' }, Response.json({}))).toEqual({
    status: 400,
    typed: { email: 'ada' },
    problems: {
      email: { type: 'server', message: 'Provide a valid email' },
      password: { type: 'server', message: 'Password is required' },
    },
  });
  expect(asked).toEqual([]);
});

it.each([
  [401, { code: 'not_signed_in', message: 'Invalid email or password' }, 'Invalid email or password'],
  [429, { code: 'too_many_requests', message: 'Too many attempts.' }, 'Too many attempts.'],
])('forwards a refusal with its status (%i), and never the password', async (status, error, refusal) => {
  const answer = await sendLogin(right, Response.json({ error }, { status }));
  expect(answer).toEqual({ status, typed: { email: right.email }, refusal });
});

it('shows a refusal of a field at it, also without scripts', async () => {
  const error = { code: 'invalid_input', field: 'password', message: 'Too easy to guess' };
  expect(await sendLogin(right, Response.json({ error }, { status: 400 }))).toEqual({
    status: 400,
    typed: { email: right.email },
    problems: { password: { type: 'server', message: 'Too easy to guess' } },
  });
});

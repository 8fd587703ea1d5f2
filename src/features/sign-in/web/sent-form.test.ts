import { expect, it } from 'vitest';
import { loginSchema } from '#features/users/contract.ts';
import { takeForm } from './sent-form.ts';

const asked: { path: string; body: unknown }[] = [];

/** Submits the login form with these fields, while the account server answers with `reply`. */
async function sendLogin(fields: Record<string, string>, reply: Response) {
  const request = new Request('https://shop.example/login', {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  asked.length = 0;
  const send = async (path: string, init: RequestInit = {}) => {
    asked.push({ path, body: JSON.parse(String(init.body)) });
    return reply;
  };
  const { data, init } = await takeForm(request, send, loginSchema, (identity, { email, password }) =>
    identity.signIn(email, password),
  );
  return { ...data, status: init?.status ?? 200 };
}

const right = { email: ' Ada@My-Shop.de ', password: 'mitre-and-bevel' };

it('signs in as the browser would, and returns the session', async () => {
  const reply = Response.json({}, { headers: { 'set-auth-token': 'the-session' } });
  expect(await sendLogin(right, reply)).toEqual({
    status: 200,
    typed: { email: right.email },
    isDone: true,
    session: 'the-session',
  });
  expect(asked).toEqual([
    { path: '/api/auth/sign-in/email', body: { email: 'ada@my-shop.de', password: right.password } },
  ]);
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
  [401, { message: 'Invalid email or password' }, 'Invalid email or password'],
  [429, {}, 'Too many attempts. Wait a minute, then try again.'],
])('forwards a refusal with its status (%i), and never the password', async (status, body, refusal) => {
  const answer = await sendLogin(right, Response.json(body, { status }));
  expect(answer).toEqual({ status, typed: { email: right.email }, refusal });
});

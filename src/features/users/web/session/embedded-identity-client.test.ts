import { expect, test } from 'vitest';
import { createApiClient } from '#ui/client/api-client.ts';
import { createEmbeddedIdentityClient } from './embedded-identity-client.ts';

type Request = { path: string; bearer: string | null; body: unknown };

/** A client whose shop gives the answers in turn, with a session; `asked` are its requests. */
function setUp(...answers: (object | Response | Error)[]) {
  const asked: Request[] = [];
  const api = createApiClient(async (path, init = {}) => {
    asked.push({
      path,
      bearer: new Headers(init.headers).get('authorization'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    const answer = answers.shift() ?? new Error('not expected');
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return { client: createEmbeddedIdentityClient(api, () => 'access-token'), asked };
}

const ok = { status: true };
const proof = { token: 'proof-1', email: 'zoe@shop.example', secondFactor: [] };
const refusal = (status: number, message: string) =>
  Response.json({ error: { code: 'not_signed_in', message } }, { status });

test('returns the proof of a sign-in, which carries no bearer', async () => {
  const { client, asked } = setUp(proof);
  expect(await client.signIn('zoe@shop.example', 'secret-1')).toEqual(proof);
  expect(asked).toEqual([
    {
      path: '/api/auth/sign-in/email',
      bearer: null,
      body: { email: 'zoe@shop.example', password: 'secret-1' },
    },
  ]);
});

test('passes on the shop’s message', async () => {
  const { client } = setUp(refusal(429, 'Too many attempts.'), new TypeError('Failed to fetch'));
  await expect(client.signIn('a@shop.example', 'secret-1')).rejects.toThrow('Too many attempts.');
  await expect(client.signIn('a@shop.example', 'secret-1')).rejects.toThrow('Check your connection');
});

test('signs in after a sign-up, and does not reveal whether the address has an account', async () => {
  const { client, asked } = setUp(ok, proof, ok, refusal(401, 'No'));
  expect(await client.signUp('Zoe', 'zoe@shop.example', 'secret-1')).toEqual(proof);
  expect(asked.map(({ path }) => path)).toEqual(['/api/auth/sign-up/email', '/api/auth/sign-in/email']);
  await expect(client.signUp('Zoe', 'zoe@shop.example', 'secret-2')).rejects.toThrow(
    'We’ve emailed zoe@shop.example what to do next.',
  );
});

test('passes a second step with the proof, and proves a session again with the access token', async () => {
  const { client, asked } = setUp(ok, ok, ok);
  await client.passByCode('123456', 'proof-1');
  await client.passByCode('123456');
  await client.confirmPassword('zoe@shop.example', 'secret-1');
  expect(asked.map(({ path, bearer }) => [path, bearer])).toEqual([
    ['/api/auth/second-factor', 'Bearer proof-1'],
    ['/api/auth/second-factor', 'Bearer access-token'],
    ['/api/auth/confirm-password', 'Bearer access-token'],
  ]);
});

test('sends the pass of a new password with the next sign-in', async () => {
  const { client, asked } = setUp({ ...ok, signInPass: 'pass-1' }, proof);
  await client.resetPassword('token', 'secret-2');
  await client.signIn('zoe@shop.example', 'secret-2');
  expect(asked[1]?.body).toEqual({ email: 'zoe@shop.example', password: 'secret-2', pass: 'pass-1' });
});

import { expect, test } from 'vitest';
import { declaredInputs } from '#tests/support/declared-routes.ts';
import { startTestShop } from '#tests/support/test-shop.ts';
import { unboundedInputs } from '#tests/support/unbounded-inputs.ts';

/** File names are compared character by character, and secrets hashed, which costs the same for 128
 * characters and for the 2,304 letters that they can be in NFKC. */
const asTyped = [
  'POST /api/auth/sign-up/email body.password',
  'POST /api/auth/reset-password body.newPassword',
  'POST /api/auth/sign-in/email body.password',
  'POST /api/auth/sign-in/email body.pass',
  'POST /api/auth/confirm-password body.password',
  'POST /api/auth/confirm-password body.pass',
  'POST /account/password body.currentPassword',
  'POST /account/password body.newPassword',
  'DELETE /account body.password',
  'GET /api/auth/verify-email querystring.token',
  'POST /notices/stop body.token',
  'GET /logo/:logo/:file params.logo',
  'GET /logo/:logo/:file params.file',
  'GET /pictures/:file params.file',
  'GET /legal-files/:name params.name',
];

test('bounds every text and every list that a call takes', async () => {
  const inputs = await declaredInputs(async () => (await startTestShop()).stop());
  expect(inputs.length).toBeGreaterThan(150);
  const problems = inputs.flatMap(({ call, part, schema }) => unboundedInputs(schema, `${call} ${part}`));
  expect(problems.filter((problem) => !asTyped.some((path) => problem.startsWith(`${path}:`)))).toEqual([]);
});

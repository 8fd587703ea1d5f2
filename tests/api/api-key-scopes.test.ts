import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, scopeFacts, scopeOf, scopes } from '#contracts/scopes.ts';
import { readAccessTable } from '#tests/support/access-table.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

type Security = Record<string, string[]>[];

const t = setUpShop();

/** The scope of each call that asks for a user, by method and route; `undefined` if no key may make it. */
let scopesOfCalls: Map<string, string | undefined>;

beforeAll(async () => {
  const { body } = await t.call<{ paths: Record<string, Record<string, { security: Security }>> }>(
    'GET',
    '/openapi.json',
  );
  const calls = Object.entries(body.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { security }]) => {
      const isGuarded = security.length > 0 && !security.some((scheme) => Object.keys(scheme).length === 0);
      const [scope, ...more] = security.flatMap(({ apiKey = [] }) => apiKey);
      expect(more).toEqual([]);
      const call = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      return isGuarded ? [[call, scope] as const] : [];
    }),
  );
  scopesOfCalls = new Map(calls);
});

describe('the scopes of API keys', () => {
  it('are open to no call about accounts, and to no other unasked', () => {
    const closed = [...scopesOfCalls].filter(([, scope]) => !scope).map(([call]) => call);
    expect(closed.toSorted()).toEqual(
      [
        'DELETE /account',
        'GET /account/sessions',
        'DELETE /account/sessions/:id',
        'DELETE /account/sessions',
        'POST /account/password',
        'POST /account/export',
        'GET /account/export',
        'GET /account/export/file',
        'POST /account/email',
        'POST /account/email/confirm',
        'GET /account/security',
        'POST /account/authenticator',
        'POST /account/authenticator/confirm',
        'DELETE /account/authenticator',
        'POST /account/recovery-codes',
        'POST /account/passkeys/options',
        'POST /account/passkeys',
        'PATCH /account/passkeys/:id',
        'DELETE /account/passkeys/:id',
        'GET /account/session',
        'POST /api/auth/second-factor',
        'POST /api/auth/second-factor/passkey',
        'POST /api/auth/sign-out',
        'POST /api/auth/confirm-password',
        'POST /api/auth/send-verification-email',
        'GET /api/auth/verify-email',
        'GET /api-keys',
        'POST /api-keys',
        'DELETE /api-keys/:id',
        'POST /webhook-endpoints',
        'POST /webhook-endpoints/:id/rotate-secret',
        'PUT /user/:email',
        'GET /user/:email',
        'PATCH /user/:email',
        'DELETE /user/:email',
        'POST /user/export/:email',
        'GET /admin/:email',
        'PUT /user/admin/:email',
        'DELETE /user/admin/:email',
        'PUT /user/staff/:email',
        'DELETE /user/staff/:email',
        'DELETE /user/factors/:email',
        'PUT /user/blocked/:email',
        'DELETE /user/blocked/:email',
        'GET /invitations',
        'POST /invitations',
        'POST /invitations/:id/resend',
        'DELETE /invitations/:id',
        'POST /invitations/accept',
        'PUT /customers/:email/email',
        'GET /exemption-certificates',
        'POST /exemption-certificates',
        'GET /exemption-certificates/pending',
        'GET /exemption-certificates/:id/file',
        'PATCH /exemption-certificates/:id',
        'DELETE /exemption-certificates/:id',
        'POST /customers/:email/verification',
        'GET /notices',
        'PUT /notices/:notice',
        'GET /desk-search',
      ].toSorted(),
    );
  });

  it('are each needed by some call, and offered to the least role that one of them is for', () => {
    const rows = readAccessTable();
    const roles = { user: 'owner', staff: 'staff', admin: 'admin' } as const;
    const roleOf = (call: string) => {
      const row = rows.find(({ method, path }) => `${method} ${path}` === call);
      return Object.entries(roles).find(([, asker]) => row && row.status(asker, 'own') !== 403)?.[0];
    };
    const least = scopes.map((scope) => {
      const calls = [...scopesOfCalls].filter(([, needed]) => needed === scope).map(([call]) => call);
      const found = new Set(calls.map(roleOf));
      return [scope, Object.keys(roles).find((role) => found.has(role))];
    });
    expect(Object.fromEntries(least)).toEqual(
      Object.fromEntries(scopes.map((scope) => [scope, scopeFacts[scope].role])),
    );
  });

  it('read with GET, and write with every other method unless the call says that it reads', () => {
    const crossed = [...scopesOfCalls].filter(
      ([call, scope]) => scope && call.startsWith('GET ') !== scope.endsWith(':read'),
    );
    expect(crossed).toEqual([
      ['POST /orders/destination', 'orders:read'],
      ['POST /quick-order', 'orders:read'],
      ['POST /quick-order/tools', 'orders:read'],
      ['POST /charges', 'orders:read'],
    ]);
  });

  it('guard what moves money by itself', () => {
    const refunds = [...scopesOfCalls].filter(([, scope]) => scope === 'refunds:write').map(([call]) => call);
    expect(refunds).toEqual([
      'POST /orders/:id/cancel',
      'POST /orders/:id/refunds',
      'POST /refunds/:id/retry',
      'POST /refunds/:id/given',
      'POST /returns/:id/pictures',
      'PUT /returns/:id/label',
      'POST /returns',
      'PATCH /returns/:id',
      'POST /delay-notices/:id/answer',
    ]);
  });

  it('come of a closed list: a call that needs another stops the start', () => {
    const call = { method: 'POST', access: 'staff', tag: 'Overview' } as const;
    expect(() => scopeOf(call)).toThrow('there is no scope reports:write');
    expect(scopeOf({ ...call, method: 'GET' })).toBe('reports:read' satisfies Scope);
    expect(scopeOf({ ...call, access: 'public' })).toBe(null);
  });
});

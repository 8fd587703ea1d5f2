import { expect, test } from 'vitest';
import { askedToolId, loginPath, safeReturnPath } from './require-sign-in.tsx';

test.each(['/', '/tools', '/tools/7?from=a#order', '/dashboard/orders'])(
  '%s is a path of this site',
  (path) => {
    expect(safeReturnPath(path)).toBe(path);
  },
);

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['a full address', 'https://evil.example/'],
  ['a host without a scheme', '//evil.example'],
  ['a backslash that browsers read as a slash', '/\\evil.example'],
  ['a tab that browsers drop', '/\t/evil.example'],
  ['a line break that browsers drop', '/\n/evil.example'],
  ['dots that lead to a double slash', '/.//evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a relative path', 'tools'],
  ['the login page itself', '/login?from=%2Flogin'],
])('%s leads to /', (_what, path) => {
  expect(safeReturnPath(path)).toBe('/');
});

test('remembers on the login page where the user came from, and returns there', () => {
  const path = '/tools/7?q=a&b=c d#order';
  const search = new URL(loginPath(path), 'https://shop.example').searchParams;
  expect(safeReturnPath(search.get('from'))).toBe('/tools/7?q=a&b=c%20d#order');
  expect([loginPath('/'), loginPath(null), loginPath(null, '/signup')]).toEqual([
    '/login',
    '/login',
    '/signup',
  ]);
  expect(loginPath('/tools/7', '/signup')).toBe('/signup?from=%2Ftools%2F7');
});

test.each([
  ['/tools/7', '7'],
  ['/tools/7?from=a#order', '7'],
  ['/tools', undefined],
  ['/tools/', undefined],
  ['/tools/7/', '7'],
  ['/tools/7/bw-105-claw-hammer?from=a#order', '7'],
  ['/tools/7/more/and-more', undefined],
  ['//evil.example/tools/7', undefined],
  [null, undefined],
])('%s asks for the tool %s', (from, id) => {
  expect(askedToolId(from)).toBe(id);
});

import { describe, expect, it } from 'vitest';
import { lifetimeOf } from './page-lifetimes.ts';

const TOOL = '/tools/01a1ff73-96bb-76c4-9fdd-9f42093433a4';
const FAMILY = '/family/01a1ff73-96bb-76c4-9fdd-9f42093433a4';
const OWN = 'private, no-cache';

const control = (path: string, cdnSeconds: number, status = 200) =>
  lifetimeOf(new URL(`https://shop.example${path}`), status, cdnSeconds);
const shared = (path: string, cdnSeconds: number, status?: number) =>
  control(path, cdnSeconds, status)['cache-control'];

const forVisitors = [
  ...['/', '/tools', '/about', '/portfolio', '/policy', '/sitemap.xml', '/robots.txt'],
  ...['/_.data', '/tools.data', '/tools?q=saw', '/tools?category=Saws&sort=price', '/tools.data?q=saw'],
  ...['/legal/terms', '/legal/terms.data', '/legal/terms?version=2'],
  ...[FAMILY, `${FAMILY}/hex-keys?sort=price`, `${FAMILY}.data`],
  ...[TOOL, `${TOOL}/tenon-saw`, `${TOOL}.data`, `${TOOL}/tenon-saw?from=feed`],
];
const others = [
  ...['/login', '/signup?next=/tools', '/reset-password?token=abc', '/verify-email?token=abc', '/mailbox'],
  ...[
    '/dashboard',
    '/dashboard/orders',
    '/dashboard/orders.data',
    '/stop-emails',
    '/no/such',
    '/change-email',
    '/invitation?token=abc',
    '/delay?token=abc',
    '/legal/terms/2',
    '/withdraw',
    '/withdraw?order=TY-1',
  ],
  ...[
    '/family',
    '/family/a/b/c',
    '/tools/a/b/c',
    '/tools/',
    '/dashboard/tools',
    '/abouts',
    '/TOOLS',
    '/tools.data.data',
    '//evil/tools',
  ],
  // As the address is read, these are the dashboard.
  ...['/tools/../dashboard', '/tools/%2e%2e/dashboard', '/tools/x/%2E%2e/%2e%2e/dashboard'],
];

describe('behind a CDN', () => {
  it.each(forVisitors)('%s may be as old as the owner says', (path) => {
    expect(control(path, 60)).toEqual({
      'cache-control': 'public, max-age=0, s-maxage=60, must-revalidate',
      'cdn-cache-control': 'public, max-age=30, stale-while-revalidate=30, stale-if-error=3600',
    });
  });

  it.each(others)('%s is nobody’s to share', (path) => {
    expect(control(path, 60)).toEqual({ 'cache-control': OWN });
  });

  it.each([1, 2, 7, 3600])('no copy is used for longer than %i s while the shop answers', (seconds) => {
    const [, fresh, more] = /max-age=(\d+), stale-while-revalidate=(\d+)/.exec(
      control('/tools', seconds)['cdn-cache-control'] ?? '',
    ) as RegExpExecArray;
    expect(Number(fresh)).toBeGreaterThan(0);
    expect(Number(fresh) + Number(more)).toBe(seconds);
  });

  it.each([202, 301, 302, 404, 429, 500, 503])('an answer with status %i is not shared', (status) => {
    for (const path of forVisitors) expect(shared(path, 60, status)).toBe(OWN);
  });
});

describe('without one', () => {
  it('only what many visitors request may be shared, for a second', () => {
    const sharedNow = [...forVisitors, ...others].filter((path) => shared(path, 0) !== OWN);
    expect(sharedNow).toEqual(
      forVisitors.filter((path) => !path.includes('?') && !/^\/(?:tools|family|legal)\//.test(path)),
    );
    expect(control('/tools', 0)['cdn-cache-control']).toBe(
      'public, max-age=1, stale-while-revalidate=30, stale-if-error=3600',
    );
  });
});

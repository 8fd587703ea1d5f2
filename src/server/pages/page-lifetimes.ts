// Pages that most visitors open.
const commonPages = ['/', '/tools', '/about', '/portfolio', '/policy'];
const commonFiles = ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest'];

const TOOL_PAGE = /^\/(?:tools|family)\/[^/]+(\/[^/]+)?$/;
const LEGAL_PAGE = /^\/legal\/[a-z]+$/;

/** The addresses that are requested again and again: without a query, pages that many visitors open, and
 * their data. */
export const commonAddresses: ReadonlySet<string> = new Set([
  ...commonPages.flatMap((path) => [path, path === '/' ? '/_.data' : `${path}.data`]),
  ...commonFiles,
]);

/** Whether an address, with any query, is a page for visitors (or its data): not one of the login, the
 * dashboard, or an email's link. */
function isForVisitors({ pathname }: URL): boolean {
  const page = pathname.replace(/\/_\.data$|\.data$/, '') || '/';
  return commonAddresses.has(pathname) || TOOL_PAGE.test(page) || LEGAL_PAGE.test(page);
}

/** Returns how long browsers and shared caches may use a page. Browsers revalidate each time. A shared cache
 * may answer without revalidation for `cdnSeconds` at most; one that supports RFC 9213 continues with the
 * old copy for the second half of that time while it fetches the new one, or for an hour while the shop is
 * down. Without `cdnSeconds` that holds for common addresses only, and for a second. */
export function lifetimeOf(address: URL, status: number, cdnSeconds: number): Record<string, string> {
  if (status !== 200) return ownLifetime;
  if (cdnSeconds > 0 && isForVisitors(address)) {
    const fresh = Math.ceil(cdnSeconds / 2);
    return sharedLifetime(cdnSeconds, fresh, cdnSeconds - fresh);
  }
  return commonAddresses.has(`${address.pathname}${address.search}`) ? sharedLifetime(1, 1, 30) : ownLifetime;
}

const ownLifetime = { 'cache-control': 'private, no-cache' };

const sharedLifetime = (seconds: number, freshSeconds: number, whileFetching: number) => ({
  'cache-control': `public, max-age=0, s-maxage=${seconds}, must-revalidate`,
  'cdn-cache-control': `public, max-age=${freshSeconds}, stale-while-revalidate=${whileFetching}, stale-if-error=3600`,
});

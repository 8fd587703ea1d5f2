const BASE = 'https://shop.invalid';

/** `candidate` if a path of this site, else `/` (decision 7). Parsed as browsers do, to
 * whom `//host` is another site. */
export function safeReturnPath(candidate: string | null | undefined): string {
  if (!candidate?.startsWith('/') || !URL.canParse(candidate, BASE)) return '/';
  const url = new URL(candidate, BASE);
  if (url.origin !== BASE) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') || path === '/login' || path.startsWith('/login?') ? '/' : path;
}

/** The address of the login page, or of the sign-up, that remembers where one came from. */
export function loginPath(from: string | null, page: '/login' | '/signup' = '/login'): string {
  return from === '/' || from === null ? page : `${page}?from=${encodeURIComponent(from)}`;
}

/** The id of the tool whose page one came from, as it stands in the address. */
export function askedToolId(from: string | null): string | undefined {
  return /^\/tools\/([^/?#]+)(?:\/[^/?#]*)?(?=[?#]|$)/.exec(safeReturnPath(from))?.[1];
}

/*
 * A redirect cannot carry a header, so the session that Google sign-in starts travels to the page at its end in a
 * cookie: for a minute, to one path, which hands it out and deletes it. No other call reads it. Over HTTPS its name begins
 * with `__Host-`, so that no other host of the domain can plant one; browsers want such a cookie to go to every path
 * (RFC 6265bis, section 4.1.3.2).
 */
const COOKIE = 'toolyard_google_session';
const SECURE_COOKIE = `__Host-${COOKIE}`;
const HANDOVER_SECONDS = 60;

type Place = { path: string; isSecure: boolean };

/** The `Set-Cookie` that hands a session over, or takes it back when `session` is empty. */
export function writeGoogleSession(session: string, { path, isSecure }: Place): string {
  const age = session === '' ? 0 : HANDOVER_SECONDS;
  const [name, where, secure] = isSecure ? [SECURE_COOKIE, '/', '; Secure'] : [COOKIE, path, ''];
  return `${name}=${session}; Path=${where}; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

/** The session that a request hands back, if any. */
export function readGoogleSession(cookieHeader: string | null, { isSecure }: Place): string | undefined {
  const wanted = isSecure ? SECURE_COOKIE : COOKIE;
  return readCookie(cookieHeader, (name) => name === wanted)?.value || undefined;
}

/** The first cookie of a `Cookie` header whose name fits. */
export function readCookie(
  cookieHeader: string | null,
  fits: (name: string) => boolean,
): { name: string; value: string } | undefined {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [name = '', ...value] = pair.trim().split('=');
    if (fits(name)) return { name, value: value.join('=') };
  }
  return undefined;
}

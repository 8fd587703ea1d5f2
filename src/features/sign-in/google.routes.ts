import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import type { Call } from '#contracts/call.ts';
import { clientAddress } from '#http/limit-rate.ts';
import type { ApiServer } from '#http/serve.ts';
import { serve } from '#http/serve.ts';
import { IDENTITY_PATH } from '#platform/identity/embedded/accounts-engine.ts';
import { errorTexts } from '#texts/errors.ts';
import { accountsCall, countsItself, givesSession, type IdentityRouteParts } from './identity-counts.ts';

// A redirect can't carry a header: a cookie valid for one minute passes the session to the one call that
// returns it. Over HTTPS `__Host-` prevents other hosts of the domain from setting it; such a cookie must
// have the path `/` (RFC 6265bis, 4.1.3.2).
const COOKIE = 'toolyard_google_session';
const HANDOVER_SECONDS = 60;

/** Where the Google window ends: only the page made for it, never another URL. */
const googleReturn = z
  .string()
  .max(2000, 'callbackURL is not valid')
  .regex(/^\/login\/google-done(\?[\w=&.%-]*)?$/, 'callbackURL is not valid');

type Parts = IdentityRouteParts & { isSecure: () => boolean };

/** The three routes of a sign-in with Google: to Google, back, and to the page that started it. */
export function googleSignInRoutes(api: ApiServer, { calls, counts, isSecure }: Parts): void {
  const startCall = {
    ...accountsCall('POST', '/sign-in/social'),
    operationId: 'signInWithGoogle',
    summary: 'Gets the address to sign in at Google, if Google is set up',
    description: 'The browser goes to `url`, and returns to `callbackURL`.',
    body: z.object({
      provider: z.literal('google', { error: 'provider must be google' }),
      callbackURL: googleReturn,
      errorCallbackURL: googleReturn.optional(),
      disableRedirect: z.literal(true).default(true),
    }),
    reply: z.object({ url: z.string(), redirect: z.boolean() }),
    errors: ['not_found', 'not_allowed'],
  } satisfies Call;
  serve(api, startCall, countsItself, async ({ body, ip }, reply) => {
    await counts.google(clientAddress(ip));
    const { url, cookies } = await calls.startGoogle(body);
    reply.header('set-cookie', cookies);
    return { url, redirect: false };
  });

  const { exposeHeadRoute, ...counted } = countsItself;
  api.get(
    `${IDENTITY_PATH}/callback/google`,
    // For browsers only, which it redirects. better-auth validates its query.
    { exposeHeadRoute, config: { access: 'public', ...counted }, schema: { hide: true } },
    async (request, reply) => {
      const { search } = new URL(request.url, 'http://shop');
      const { location, cookies, session } = await calls.finishGoogle(search, request.headers.cookie);
      if (session) cookies.push(handoverCookie(session, isSecure()));
      return reply.header('set-cookie', cookies).redirect(location);
    },
  );

  const handoverCall = {
    ...accountsCall('GET', '/get-session'),
    operationId: 'takeGoogleSession',
    summary: 'Returns, once, the session that a sign-in with Google left in a cookie',
    description: 'The session is in the `set-auth-token` header too.',
    reply: z.object({ session: z.object({ token: z.string() }) }),
    errors: ['not_signed_in'],
  } satisfies Call;
  serve(api, handoverCall, givesSession, async ({ headers: { cookie = '' } }, reply) => {
    const name = `${cookieName(isSecure())}=`;
    const token = cookie
      .split(/;\s*/)
      .find((pair) => pair.startsWith(name))
      ?.slice(name.length);
    if (!token) throw new AppError('not_signed_in', errorTexts.signIn);
    reply.header('set-auth-token', token).header('set-cookie', handoverCookie('', isSecure()));
    return { session: { token } };
  });
}

const cookieName = (isSecure: boolean) => (isSecure ? `__Host-${COOKIE}` : COOKIE);

/** Returns the `Set-Cookie` header that passes on a session, or removes the cookie if `session` is empty. */
function handoverCookie(session: string, isSecure: boolean): string {
  const age = session === '' ? 0 : HANDOVER_SECONDS;
  const [path, secure] = isSecure ? ['/', '; Secure'] : [`${IDENTITY_PATH}/get-session`, ''];
  return `${cookieName(isSecure)}=${session}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

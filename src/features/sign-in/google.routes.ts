import { AppError } from '#contracts/app-error.ts';
import {
  signedInSchema,
  signInWithGoogleCall,
  takeGoogleSignInCall,
} from '#features/users/sign-in-contract.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { GOOGLE_CALLBACK, STATE_SECONDS } from '#platform/identity/embedded/google-sign-in.ts';
import { parseJson } from '#platform/text-formats.ts';
import { errorTexts, requestTexts } from '#texts/errors.ts';
import { countsItself, type SignInParts } from './identity-counts.ts';

type Cookie = { name: string; path: string; sameSite: 'Lax' | 'Strict'; seconds: number };

/** What belongs to one attempt, for its callback. */
const ATTEMPT: Cookie = {
  name: 'toolyard_google_attempt',
  path: GOOGLE_CALLBACK,
  // The browser comes from Google.
  sameSite: 'Lax',
  seconds: STATE_SECONDS,
};

/** A redirect can't carry a header: this passes the sign-in to the one call that returns it. */
const HANDOVER: Cookie = {
  name: 'toolyard_google_session',
  path: takeGoogleSignInCall.path,
  sameSite: 'Strict',
  seconds: 60,
};

/** The three routes of a sign-in with Google: to Google, back, and to the page that started it. */
export function googleSignInRoutes(
  api: ApiServer,
  { context, counts, accounts: { calls } }: SignInParts,
): void {
  const isSecure = () => context.origin.startsWith('https://');
  serve(api, signInWithGoogleCall, countsItself, async ({ body, ip }, reply) => {
    await counts.google(clientAddress(ip));
    const started = await calls.startGoogle(body.callbackURL);
    if (!started) throw new AppError('not_found', requestTexts.noSuchCall);
    reply.header('set-cookie', writeCookie(ATTEMPT, started.attempt, isSecure()));
    return { url: started.url };
  });

  const { exposeHeadRoute, ...counted } = countsItself;
  api.get(
    GOOGLE_CALLBACK,
    // For browsers only, which it redirects.
    { exposeHeadRoute, config: { access: 'public', ...counted }, schema: { hide: true } },
    async (request, reply) => {
      const { searchParams } = new URL(request.url, 'http://shop');
      const attempt = readCookie(ATTEMPT, request.headers.cookie, isSecure());
      const { page, signedIn } = await calls.finishGoogle(searchParams, attempt);
      const cookies = [writeCookie(ATTEMPT, '', isSecure())];
      const handed = Buffer.from(JSON.stringify(signedIn ?? '')).toString('base64url');
      if (signedIn) cookies.push(writeCookie(HANDOVER, handed, isSecure()));
      return reply.header('set-cookie', cookies).redirect(page);
    },
  );

  serve(api, takeGoogleSignInCall, countsItself, async ({ headers }, reply) => {
    const handed = readCookie(HANDOVER, headers.cookie, isSecure()) ?? '';
    const { data } = signedInSchema.safeParse(parseJson(Buffer.from(handed, 'base64url').toString()));
    if (!data) throw new AppError('not_signed_in', errorTexts.signIn);
    reply.header('set-cookie', writeCookie(HANDOVER, '', isSecure()));
    return data;
  });
}

// Over HTTPS `__Host-` prevents other hosts of the domain from setting it; such a cookie must have the path
// `/` (RFC 6265bis, 4.1.3.2).
const nameOf = ({ name }: Cookie, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

/** Returns the `Set-Cookie` header for a value, or, if it is empty, for its removal. */
function writeCookie(cookie: Cookie, value: string, isSecure: boolean): string {
  const { path, sameSite, seconds } = cookie;
  const age = value === '' ? 0 : seconds;
  const [scope, secure] = isSecure ? ['/', '; Secure'] : [path, ''];
  return `${nameOf(cookie, isSecure)}=${value}; Path=${scope}; Max-Age=${age}; HttpOnly; SameSite=${sameSite}${secure}`;
}

function readCookie(cookie: Cookie, header = '', isSecure: boolean): string | undefined {
  const name = `${nameOf(cookie, isSecure)}=`;
  return header
    .split(/;\s*/)
    .find((pair) => pair.startsWith(name))
    ?.slice(name.length);
}

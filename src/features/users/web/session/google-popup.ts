import {
  type SignedIn,
  signInWithGoogleCall,
  takeGoogleSignInCall,
} from '#features/users/sign-in-contract.ts';
import { googleMessage, signInTexts } from '#features/users/texts/providers.ts';
import { createApiClient } from '#ui/client/api-client.ts';
import { newKey } from '#ui/client/new-key.ts';
import { IdentityError } from './identity-client.ts';

/** What the last page of the Google sign-in reports to the page that opened it. */
type GoogleOutcome = { attempt: string; signedIn?: SignedIn; error?: string };

/** The calls of this sign-in, which its own short-lived cookies bind to the browser. */
const withCookies = createApiClient((path, init) => fetch(path, { credentials: 'same-origin', ...init }));

/** Timeout of the start, during which the Google window is empty. */
const BEGIN_TIMEOUT_MS = 15_000;

const CHANNEL = 'toolyard-google-sign-in';
const WATCH_MS = 500;

/** Returns the sign-in from a Google window. @throws IdentityError if the window is blocked or closed, or
 * sign-in is denied */
export async function waitForGooglePopup(): Promise<SignedIn> {
  // Must come before any `await`: browsers block windows that do not open directly on a click.
  const popup = window.open('about:blank', '_blank', 'popup,width=480,height=640');
  if (!popup) throw new IdentityError(signInTexts.popupBlocked);
  const attempt = newKey();
  // Restricted to this origin, and unlike `window.opener` it survives cross-origin-opener policies on the
  // way.
  const channel = new BroadcastChannel(CHANNEL);
  try {
    const { url } = await withCookies.call(signInWithGoogleCall, {
      body: { callbackURL: `/login/google-done?attempt=${attempt}` },
      signal: AbortSignal.timeout(BEGIN_TIMEOUT_MS),
    });
    popup.location.href = url;
    return await outcomeOf(attempt, channel, popup);
  } catch (error) {
    popup.close();
    throw error;
  } finally {
    channel.close();
  }
}

function outcomeOf(attempt: string, channel: BroadcastChannel, popup: Window): Promise<SignedIn> {
  return new Promise((resolve, reject) => {
    let wasClosed = false;
    const watch = setInterval(() => {
      // A policy on the way can make an open window look closed; in that case this page does not have the
      // focus.
      const isClosed = popup.closed && document.hasFocus();
      // A window that closes after success has posted its message before, which may not have arrived yet:
      // waits one more round.
      if (isClosed && wasClosed) {
        clearInterval(watch);
        reject(new IdentityError(signInTexts.popupClosed));
      }
      wasClosed = isClosed;
    }, WATCH_MS);
    channel.onmessage = ({ data }: MessageEvent<GoogleOutcome>) => {
      if (data.attempt !== attempt) return;
      clearInterval(watch);
      if (data.signedIn) resolve(data.signedIn);
      else reject(new IdentityError(googleMessage(data.error)));
    };
  });
}

/** Reads the sign-in just made in this window from a cookie, because a redirect cannot carry a header. */
export async function readGoogleSignIn(): Promise<Pick<GoogleOutcome, 'signedIn' | 'error'>> {
  return withCookies.call(takeGoogleSignInCall, {}).then(
    (signedIn) => ({ signedIn }),
    () => ({ error: 'no_session' }),
  );
}

/** Reports the outcome of a Google sign-in to the page that opened this window, then closes the window. */
export function reportGoogleOutcome(outcome: GoogleOutcome): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(outcome);
  channel.close();
  window.close();
}

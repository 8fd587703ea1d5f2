import { googleMessage, signInTexts } from '#features/users/texts/providers.ts';
import { newKey } from '#ui/client/new-key.ts';
import { IdentityError } from './identity-client.ts';

/** What the last page of the Google sign-in reports to the page that opened it. */
type GoogleOutcome = { attempt: string; session?: string; error?: string };

const CHANNEL = 'toolyard-google-sign-in';
const WATCH_MS = 500;

/** Returns the session from a Google window. @throws IdentityError if the window is blocked or closed, or
 * sign-in is denied */
export async function waitForGooglePopup(start: (callbackUrl: string) => Promise<string>): Promise<string> {
  // Must come before any `await`: browsers block windows that do not open directly on a click.
  const popup = window.open('about:blank', '_blank', 'popup,width=480,height=640');
  if (!popup) throw new IdentityError(signInTexts.popupBlocked);
  const attempt = newKey();
  // Restricted to this origin, and unlike `window.opener` it survives cross-origin-opener policies on the
  // way.
  const channel = new BroadcastChannel(CHANNEL);
  try {
    popup.location.href = await start(`/login/google-done?attempt=${attempt}`);
    return await outcomeOf(attempt, channel, popup);
  } catch (error) {
    popup.close();
    throw error;
  } finally {
    channel.close();
  }
}

function outcomeOf(attempt: string, channel: BroadcastChannel, popup: Window): Promise<string> {
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
      if (data.session) resolve(data.session);
      else reject(new IdentityError(googleMessage(data.error)));
    };
  });
}

/** Reads the session just started for this window from a cookie, because a redirect cannot carry a header. */
export async function readGoogleSession(): Promise<Pick<GoogleOutcome, 'session' | 'error'>> {
  try {
    const response = await fetch('/api/auth/get-session', { credentials: 'same-origin' });
    const body: { session?: { token?: string } } | null = await response.json();
    const session = response.headers.get('set-auth-token') ?? body?.session?.token;
    return session ? { session } : { error: 'no_session' };
  } catch {
    return { error: 'no_session' };
  }
}

/** Reports the outcome of a Google sign-in to the page that opened this window, then closes the window. */
export function reportGoogleOutcome(outcome: GoogleOutcome): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(outcome);
  channel.close();
  window.close();
}

import type { FirebaseSettings } from '#platform/identity/identity-settings.ts';
import type { PageSources } from '#platform/page-sources.ts';

/**
 * What Firebase's client loads and calls: its REST calls, and for the Google window a script of Google's that talks to a
 * frame of the project's own domain.
 */
export function firebasePageSources({
  authDomain,
  emulator,
}: Pick<FirebaseSettings, 'authDomain' | 'emulator'>): PageSources {
  const calls = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  return {
    scripts: ['https://apis.google.com'],
    frames: emulator ? [emulator] : [`https://${authDomain}`],
    connections: emulator ? [emulator] : calls,
  };
}

import { useEffect } from 'react';
import { pageMeta } from '#web/page-meta.ts';
import { readGoogleSession, reportGoogleOutcome } from '#web/session/google-popup.ts';
import { AccountFrame } from './account-frame.tsx';

export const meta = () => [
  ...pageMeta('Google sign-in', 'The end of signing in with Google.'),
  { name: 'robots', content: 'noindex' },
];

/** The last page of the Google window: hands the session to the page that opened it, and closes. */
export default function GoogleDone() {
  useEffect(() => {
    const search = new URLSearchParams(window.location.search);
    const attempt = search.get('attempt') ?? '';
    const error = search.get('error');
    if (error) reportGoogleOutcome({ attempt, error });
    else void readGoogleSession().then((outcome) => reportGoogleOutcome({ attempt, ...outcome }));
  }, []);
  return (
    <AccountFrame title="Google sign-in">
      <p>You can close this window and go on in the shop.</p>
    </AccountFrame>
  );
}

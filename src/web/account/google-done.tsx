import { useEffect, useState } from 'react';
import { pageMeta } from '#web/page-meta.ts';
import { readGoogleSession, reportGoogleOutcome } from '#web/session/google-popup.ts';
import { googleWords } from '#web/session/google-words.ts';
import { AccountFrame } from './account-frame.tsx';
import { RefusalText } from './refusal-text.tsx';

export const meta = () => pageMeta('Google sign-in', 'The end of signing in with Google.');

/**
 * The last page of the Google window: hands the session to the page that opened it, and closes. What cannot be handed to
 * any page, because this window no longer knows which one opened it, is said here.
 */
export default function GoogleDone() {
  const [refusal, setRefusal] = useState<string>();

  useEffect(() => {
    const search = new URLSearchParams(window.location.search);
    const attempt = search.get('attempt');
    const error = search.get('error');
    if (error) setRefusal(googleWords(error));
    if (!attempt) return;
    if (error) reportGoogleOutcome({ attempt, error });
    else void readGoogleSession().then((outcome) => reportGoogleOutcome({ attempt, ...outcome }));
  }, []);

  return (
    <AccountFrame title="Google sign-in">
      <div className="space-y-4">
        <RefusalText>{refusal}</RefusalText>
        <p>You can close this window and go on in the shop.</p>
      </div>
    </AccountFrame>
  );
}

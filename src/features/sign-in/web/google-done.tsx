import { useEffect } from 'react';
import { accountTexts } from '#features/sign-in/texts.ts';
import { googleMessage } from '#features/users/texts/providers.ts';
import { readGoogleSignIn, reportGoogleOutcome } from '#features/users/web/session/google-popup.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { AuthStep, ErrorText } from './auth-layout.tsx';

const texts = accountTexts.google;

export const meta = (page: PageArgs) => pageMeta(page, texts.doneTitle, texts.doneDescription);

/** The last page of the Google window: passes the sign-in to the page that opened it and closes, or shows an
 * error. */
export default function GoogleDone() {
  const search = useHydrated() ? window.location.search : '';
  const error = new URLSearchParams(search).get('error');

  useEffect(() => {
    const attempt = new URLSearchParams(search).get('attempt');
    if (!attempt) return;
    if (error) reportGoogleOutcome({ attempt, error });
    else void readGoogleSignIn().then((outcome) => reportGoogleOutcome({ attempt, ...outcome }));
  }, [search, error]);

  return (
    <AuthStep title={texts.doneTitle}>
      <div className="space-y-4">
        <ErrorText>{error ? googleMessage(error) : undefined}</ErrorText>
        <p>{texts.closeWindow}</p>
      </div>
    </AuthStep>
  );
}

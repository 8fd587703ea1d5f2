import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { accountTexts } from '#features/sign-in/texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { LinkButton } from '#ui/button.tsx';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { AuthStep, ErrorText } from './auth-layout.tsx';
import { Checking, LogInFirst } from './emailed-link.tsx';

const texts = accountTexts.verify;

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

type Outcome = 'checking' | 'verified' | 'signed-out' | { refusal: string };

/** Opened from the verification email (`?token=`): verifies the address of the signed-in user. */
export default function VerifyEmail() {
  const { loadIdentity, refresh } = useSession();
  const [search] = useSearchParams();
  const token = search.get('token');
  const [outcome, setOutcome] = useState<Outcome>(token ? 'checking' : { refusal: texts.incomplete });
  const asked = useRef(false);

  useEffect(() => {
    if (!token || asked.current) return;
    asked.current = true;
    const verified = loadIdentity().then((identity) => identity.verifyEmail(token));
    verified.then(
      () => {
        setOutcome('verified');
        void refresh();
      },
      (error: unknown) => setOutcome(isSignedOut(error) ? 'signed-out' : { refusal: errorMessage(error) }),
    );
  }, [loadIdentity, refresh, token]);

  return <AuthStep title={texts.title}>{describeOutcome(outcome, `/verify-email?${search}`)}</AuthStep>;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function describeOutcome(outcome: Outcome, here: string): ReactNode {
  if (outcome === 'checking') {
    return <Checking>{texts.checking}</Checking>;
  }
  if (outcome === 'signed-out') {
    return (
      <LogInFirst why={texts.signedOut} here={here}>
        <p>{texts.notYou}</p>
      </LogInFirst>
    );
  }
  if (outcome === 'verified') {
    return (
      <output className="block space-y-4">
        <p>{texts.done}</p>
        <LinkButton to="/tools" className="w-full">
          {texts.toTools}
        </LinkButton>
      </output>
    );
  }
  return (
    <div className="space-y-4">
      <ErrorText>{outcome.refusal}</ErrorText>
      <p>{texts.anotherMail}</p>
      <LinkButton to="/dashboard" variant="secondary" className="w-full">
        {texts.toProfile}
      </LinkButton>
    </div>
  );
}

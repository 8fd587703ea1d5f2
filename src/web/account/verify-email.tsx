import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorWords } from '#web/error-words.ts';
import { pageMeta } from '#web/page-meta.ts';
import { IdentityError } from '#web/session/identity-client.ts';
import { loginPath } from '#web/session/return-path.ts';
import { useSession } from '#web/session/session.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AccountFrame } from './account-frame.tsx';
import { RefusalText } from './refusal-text.tsx';

export const meta = () => pageMeta('Verify email', 'Verify the email address of your Toolyard account.');

const INCOMPLETE = 'This link is not complete. Open it from the mail again, or ask for a new mail.';

type Outcome = 'checking' | 'verified' | 'signed-out' | { refusal: string };

/** Opened from the verification mail (`?token=`): verifies the address of whoever is signed in. */
export default function VerifyEmail() {
  const { identity, refresh } = useSession();
  const [search] = useSearchParams();
  const token = search.get('token');
  const [outcome, setOutcome] = useState<Outcome>(token ? 'checking' : { refusal: INCOMPLETE });
  const asked = useRef(false);

  useEffect(() => {
    if (!token || asked.current) return;
    asked.current = true;
    identity.verifyEmail(token).then(
      () => {
        setOutcome('verified');
        void refresh();
      },
      (error: unknown) => setOutcome(isSignedOut(error) ? 'signed-out' : { refusal: errorWords(error) }),
    );
  }, [identity, refresh, token]);

  return (
    <AccountFrame title="Verify email">{describeOutcome(outcome, `/verify-email?${search}`)}</AccountFrame>
  );
}

function isSignedOut(error: unknown): boolean {
  return error instanceof IdentityError && error.needsSignIn;
}

function describeOutcome(outcome: Outcome, here: string): ReactNode {
  if (outcome === 'checking') {
    return (
      <p className="flex items-center gap-3">
        <Spinner /> Verifying your email address…
      </p>
    );
  }
  if (outcome === 'signed-out') {
    return (
      <div className="space-y-4">
        <p>Log in to your account, and its email address is verified.</p>
        <LinkButton to={loginPath(here)} className="w-full">
          Login
        </LinkButton>
        <p>If you did not make an account with us, you need do nothing: the address stays unverified.</p>
      </div>
    );
  }
  if (outcome === 'verified') {
    return (
      <output className="block space-y-4">
        <p>Thank you, your email address is verified.</p>
        <LinkButton to="/tools" className="w-full">
          Go to the tools
        </LinkButton>
      </output>
    );
  }
  return (
    <div className="space-y-4">
      <RefusalText>{outcome.refusal}</RefusalText>
      <p>You can have a new mail sent from your profile.</p>
      <LinkButton to="/dashboard" variant="secondary" className="w-full">
        My Profile
      </LinkButton>
    </div>
  );
}

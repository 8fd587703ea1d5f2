import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorWords } from '#web/error-words.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useSession } from '#web/session/session.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AccountFrame } from './account-frame.tsx';
import { RefusalText } from './refusal-text.tsx';

export const meta = () => [
  ...pageMeta('Verify email', 'Verify the email address of your Toolyard account.'),
  { name: 'robots', content: 'noindex' },
];

const INCOMPLETE = 'This link is not complete. Open it from the mail again, or ask for a new mail.';

/** Opened from the verification mail (`?token=`): verifies the address. */
export default function VerifyEmail() {
  const { identity, refresh } = useSession();
  const [search] = useSearchParams();
  const token = search.get('token');
  const [outcome, setOutcome] = useState<'checking' | 'verified' | { refusal: string }>(
    token ? 'checking' : { refusal: INCOMPLETE },
  );
  const asked = useRef(false);

  useEffect(() => {
    if (!token || asked.current) return;
    asked.current = true;
    identity.verifyEmail(token).then(
      () => {
        setOutcome('verified');
        void refresh();
      },
      (error: unknown) => setOutcome({ refusal: errorWords(error) }),
    );
  }, [identity, refresh, token]);

  return <AccountFrame title="Verify email">{describeOutcome(outcome)}</AccountFrame>;
}

function describeOutcome(outcome: 'checking' | 'verified' | { refusal: string }): ReactNode {
  if (outcome === 'checking') {
    return (
      <p className="flex items-center gap-3">
        <Spinner /> Verifying your email address…
      </p>
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

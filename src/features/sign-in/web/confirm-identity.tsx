import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Account } from '#features/users/web/session/identity-client.ts';
import { ConfirmIdentityContext } from '#ui/use-action.ts';

const ConfirmIdentityDialog = lazy(() => import('./confirm-identity-dialog.tsx'));

/** Lets actions inside it ask for a fresh sign-in. */
export function ConfirmIdentity({ user, children }: { user: Account; children: ReactNode }) {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  const [wasAsked, setWasAsked] = useState(false);
  const ask = useCallback(() => {
    setWasAsked(true);
    return new Promise<boolean>((resolve) => setAnswer(() => resolve));
  }, []);
  const end = (isConfirmed: boolean) => {
    answer?.(isConfirmed);
    setAnswer(undefined);
  };
  return (
    <ConfirmIdentityContext value={ask}>
      {children}
      {wasAsked && (
        <Suspense>
          <ConfirmIdentityDialog user={user} isOpen={answer !== undefined} onEnd={end} />
        </Suspense>
      )}
    </ConfirmIdentityContext>
  );
}

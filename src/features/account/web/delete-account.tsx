import { useState } from 'react';
import { SecuritySection } from '#features/sign-in/web/security-section.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { useAction } from '#ui/use-action.ts';
import { deleteAccountCall } from '../contract.ts';
import { deleteAccountTexts as texts } from '../texts.ts';

/** Deletes the signed-in user's account, after asking for a fresh sign-in where the shop wants one. */
export function DeleteAccount() {
  const { api, signOut } = useSession();
  const { email } = useDashboardUser();
  const [isAsked, setIsAsked] = useState(false);
  const erasing = useAction({
    call: () => api.call(deleteAccountCall, { body: {} }),
    onEnd: () => setIsAsked(false),
    onDone: () => signOut(),
    done: texts.done,
  });
  return (
    <SecuritySection title={texts.heading}>
      <div className="mb-4 max-w-prose space-y-3">
        <p>{texts.lead}</p>
        <p className="text-ink-soft">{texts.stays}</p>
        <p className="text-ink-soft">{texts.open}</p>
      </div>
      <Button variant="danger" onClick={() => setIsAsked(true)}>
        {texts.button}
      </Button>
      <ConfirmDialog
        title={texts.ask}
        open={isAsked}
        onClose={() => setIsAsked(false)}
        confirmLabel={texts.button}
        busy={erasing.isPending}
        onConfirm={() => erasing.mutate()}
      >
        <p>{texts.confirm(email)}</p>
      </ConfirmDialog>
    </SecuritySection>
  );
}

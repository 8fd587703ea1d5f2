import { useState } from 'react';
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
    <section aria-labelledby="delete-account" className="mt-8 space-y-3 border-t border-line pt-6">
      <h2 id="delete-account" className="text-xl">
        {texts.heading}
      </h2>
      <p className="max-w-prose">{texts.lead}</p>
      <p className="max-w-prose text-ink-soft">{texts.stays}</p>
      <p className="max-w-prose text-ink-soft">{texts.open}</p>
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
    </section>
  );
}

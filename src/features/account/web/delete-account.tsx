import { SecuritySection } from '#features/sign-in/web/security-section.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { deleteAccountCall } from '../contract.ts';
import { deleteAccountTexts as texts } from '../texts.ts';

/** Deletes the signed-in user's account, after asking for a fresh sign-in where the shop wants one. */
export function DeleteAccount() {
  const { api, signOut } = useSession();
  const { email } = useDashboardUser();
  return (
    <SecuritySection title={texts.heading}>
      <div className="mb-4 max-w-prose space-y-3">
        <p>{texts.lead}</p>
        <p className="text-ink-soft">{texts.stays}</p>
        <p className="text-ink-soft">{texts.open}</p>
      </div>
      <ConfirmButton
        variant="danger"
        label={texts.button}
        title={texts.ask}
        action={{
          call: () => api.call(deleteAccountCall, { body: {} }),
          onDone: () => signOut(),
          done: texts.done,
        }}
      >
        {texts.confirm(email)}
      </ConfirmButton>
    </SecuritySection>
  );
}

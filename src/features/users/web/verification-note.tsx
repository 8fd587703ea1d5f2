import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { profileTexts as texts } from '#ui/form-texts.ts';
import { Icon } from '#ui/icon.tsx';
import { useAction } from '#ui/use-action.ts';
import type { Account } from './session/identity-client.ts';
import { useSession } from './session/session.tsx';

/** Shows whether the account's address is verified, and resends the verification email. */
export function VerificationNote({ user }: { user: Account }) {
  const { loadIdentity } = useSession();
  const mail = useAction({
    call: async () => (await loadIdentity()).sendVerificationEmail(user.email),
    onRefused: 'shown',
  });
  if (user.emailVerified) {
    return (
      <p className="mb-6 flex items-center gap-2 text-sm font-medium text-good">
        <Icon name="check" className="size-4" />
        {texts.verified}
      </p>
    );
  }
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-warn/40 bg-warn-wash px-4 py-3">
      <p className="min-w-52 flex-1" role="status">
        {mail.isSuccess
          ? texts.mailSent(user.email)
          : mail.isError
            ? errorMessage(mail.error)
            : texts.notVerified}
      </p>
      {!mail.isSuccess && (
        <Button variant="secondary" size="sm" busy={mail.isPending} onClick={() => mail.mutate()}>
          {texts.sendMail}
        </Button>
      )}
    </div>
  );
}

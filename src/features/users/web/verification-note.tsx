import { useMutation } from '@tanstack/react-query';
import { errorWords } from '#web/client/error-words.ts';
import { profileTexts as texts } from '#web/texts/forms.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Account } from './session/identity-client.ts';
import { useSession } from './session/session.tsx';

/** Says whether the account's address is verified, and sends the verification mail again. */
export function VerificationNote({ user }: { user: Account }) {
  const { identity } = useSession();
  const mail = useMutation({ mutationFn: () => identity.sendVerificationEmail(user.email) });
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
            ? errorWords(mail.error)
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

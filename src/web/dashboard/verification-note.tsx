import { useMutation } from '@tanstack/react-query';
import { profileTexts as texts } from '#texts/forms.ts';
import { errorWords } from '#web/error-words.ts';
import type { Account } from '#web/session/identity-client.ts';
import { useSession } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

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

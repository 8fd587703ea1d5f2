import { z } from 'zod/mini';
import { loginSchema } from '#features/users/contract.ts';
import type { Account } from '#features/users/web/session/identity-client.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { confirmIdentityTexts as texts } from '../texts.ts';
import { GoogleButton, PasswordField } from './account-fields.tsx';
import { ErrorText } from './auth-layout.tsx';

type Props = { user: Account; isOpen: boolean; onEnd: (isConfirmed: boolean) => void };

/** Asks for the password. `onEnd` tells whether it was right. */
export default function ConfirmDialog({ isOpen, ...props }: Props) {
  return (
    <Dialog title={texts.title} open={isOpen} onClose={() => props.onEnd(false)}>
      <ConfirmForm {...props} />
    </Dialog>
  );
}

const passwordSchema = z.pick(loginSchema, { password: true });

/** Rendered inside the dialog, which remounts it for each question. */
function ConfirmForm({ user, onEnd }: Omit<Props, 'isOpen'>) {
  const { loadIdentity, refresh } = useSession();
  const { field, formProps, problem, isSending } = useCallForm({
    schema: passwordSchema,
    defaultValues: { password: '' },
    send: async ({ password }) => {
      await (await loadIdentity()).confirmPassword(user.email, password);
      await refresh();
    },
    onSent: () => onEnd(true),
  });
  return (
    <form {...formProps} className="space-y-4">
      <p className="max-w-prose">{texts.why}</p>
      <PasswordField label={texts.password} autoComplete="current-password" {...field('password')} />
      <ErrorText>{problem}</ErrorText>
      <DialogFoot onClose={() => onEnd(false)} busy={isSending}>
        {texts.confirm}
      </DialogFoot>
      <GoogleButton onSignedIn={() => onEnd(true)} />
    </form>
  );
}

import { type ReactNode, useCallback, useState } from 'react';
import { z } from 'zod/mini';
import { loginSchema } from '#features/users/contract.ts';
import type { Account } from '#features/users/web/session/identity-client.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { ConfirmIdentityContext } from '#ui/use-action.ts';
import { confirmIdentityTexts as texts } from '../texts.ts';
import { GoogleButton, PasswordField } from './account-fields.tsx';
import { ErrorText } from './auth-layout.tsx';

/** Lets actions inside it ask who is there, where the shop wants a fresh sign-in. */
export function ConfirmIdentity({ user, children }: { user: Account; children: ReactNode }) {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  const ask = useCallback(() => new Promise<boolean>((resolve) => setAnswer(() => resolve)), []);
  const end = (isConfirmed: boolean) => {
    answer?.(isConfirmed);
    setAnswer(undefined);
  };
  return (
    <ConfirmIdentityContext value={ask}>
      {children}
      <Dialog title={texts.title} open={answer !== undefined} onClose={() => end(false)}>
        <ConfirmForm user={user} onEnd={end} />
      </Dialog>
    </ConfirmIdentityContext>
  );
}

const passwordSchema = z.pick(loginSchema, { password: true });

/** Rendered inside the dialog, which remounts it for each question. */
function ConfirmForm({ user, onEnd }: { user: Account; onEnd: (isConfirmed: boolean) => void }) {
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

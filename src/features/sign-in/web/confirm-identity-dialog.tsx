import { useQuery } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { loginSchema } from '#features/users/contract.ts';
import type { Account, FactorKind } from '#features/users/web/session/identity-client.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Spinner } from '#ui/loading.tsx';
import { useAction } from '#ui/use-action.ts';
import { getSecurityCall } from '../security-contract.ts';
import { accountTexts, confirmIdentityTexts as texts } from '../texts.ts';
import { GoogleButton, PasswordField } from './account-fields.tsx';
import { ErrorText } from './auth-layout.tsx';
import { codeSchema } from './second-step.tsx';

type Props = { user: Account; isOpen: boolean; onEnd: (isConfirmed: boolean) => void };

/** Asks for a fresh proof of identity. `onEnd` reports whether it was given. */
export default function ConfirmIdentityDialog({ isOpen, ...props }: Props) {
  return (
    <Dialog title={texts.title} open={isOpen} onClose={() => props.onEnd(false)}>
      <ConfirmForm {...props} />
    </Dialog>
  );
}

type Asking = { onEnd: (isConfirmed: boolean) => void };

/** Asks for the password, or the second step of whoever has one. Rendered inside the dialog, which
 * remounts it for each question. */
function ConfirmForm({ user, ...asking }: Asking & { user: Account }) {
  const { api } = useSession();
  const security = useQuery({
    queryKey: ['factors', user.email],
    staleTime: 0,
    gcTime: 0,
    queryFn: () => api.call(getSecurityCall, {}),
  });
  if (security.isPending) return <Spinner className="size-6" />;
  if (security.isError) return <QueryError of={security} />;
  const { authenticatorSince, passkeys } = security.data;
  const kinds: FactorKind[] = passkeys.length > 0 ? ['code', 'passkey'] : ['code'];
  if (authenticatorSince !== null || passkeys.length > 0) return <CodeForm kinds={kinds} {...asking} />;
  return <PasswordForm user={user} {...asking} />;
}

const passwordSchema = z.pick(loginSchema, { password: true });

function PasswordForm({ user: { email }, onEnd }: Asking & { user: Account }) {
  const { loadIdentity, refresh } = useSession();
  const { field, formProps, problem, isSending } = useCallForm({
    schema: passwordSchema,
    defaultValues: { password: '' },
    send: async ({ password }) => {
      await (await loadIdentity()).confirmPassword(email, password);
      await refresh();
    },
    onSent: () => onEnd(true),
  });
  return (
    <form {...formProps} className="space-y-4">
      <p className="max-w-prose">{texts.byPassword}</p>
      <PasswordField label={texts.password} autoComplete="current-password" {...field('password')} />
      <ErrorText>{problem}</ErrorText>
      <DialogFoot onClose={() => onEnd(false)} busy={isSending}>
        {texts.confirm}
      </DialogFoot>
      <GoogleButton onSignedIn={() => onEnd(true)} />
    </form>
  );
}

function CodeForm({ kinds, onEnd }: Asking & { kinds: FactorKind[] }) {
  const { loadIdentity, refresh } = useSession();
  const { field, formProps, problem, isSending } = useCallForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      await (await loadIdentity()).passByCode(code);
      await refresh();
    },
    onSent: () => onEnd(true),
  });
  const byPasskey = useAction({
    call: async () => {
      await (await loadIdentity()).passByPasskey();
      await refresh();
    },
    onDone: () => onEnd(true),
    onRefused: 'shown',
  });
  return (
    <form {...formProps} className="space-y-4">
      <p className="max-w-prose">{texts.byCode}</p>
      <TextField
        label={accountTexts.secondStep.code}
        hint={accountTexts.secondStep.hint}
        autoComplete="one-time-code"
        {...field('code')}
      />
      <ErrorText>{problem ?? (byPasskey.error ? errorMessage(byPasskey.error) : undefined)}</ErrorText>
      {kinds.includes('passkey') && (
        <Button variant="secondary" busy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {accountTexts.secondStep.passkey}
        </Button>
      )}
      <DialogFoot onClose={() => onEnd(false)} busy={isSending}>
        {texts.confirm}
      </DialogFoot>
    </form>
  );
}

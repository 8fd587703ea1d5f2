import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { AuthStep, ErrorText } from '#features/sign-in/web/auth-layout.tsx';
import { Checking, LogInFirst } from '#features/sign-in/web/emailed-link.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { useAction } from '#ui/use-action.ts';
import { confirmEmailCall, undoEmailCall } from '../../change-email/contract.ts';
import { changeEmailTexts as texts } from '../../change-email/texts.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Opened from an email: confirms (`?confirm=`) or undoes (`?undo=`) a change of an account's email. Each
 * waits for a press of its button, since mail programs open links, too. */
export default function ChangeEmailPage() {
  const [search] = useSearchParams();
  const [toConfirm, toUndo] = [search.get('confirm'), search.get('undo')];
  return (
    <AuthStep title={texts.title}>
      {toConfirm && <Confirm token={toConfirm} here={`/change-email?${search}`} />}
      {!toConfirm && toUndo && <Undo token={toUndo} />}
      {!toConfirm && !toUndo && <ErrorText>{texts.incomplete}</ErrorText>}
    </AuthStep>
  );
}

function Confirm({ token, here }: { token: string; here: string }) {
  const { api, status, user, refresh } = useSession();
  const confirm = useAction({
    call: () => api.call(confirmEmailCall, { body: { token } }),
    // The session goes on, with the new address.
    onDone: () => refresh(),
    onRefused: 'shown',
  });
  if (status === 'loading') {
    return <Checking>{texts.checking}</Checking>;
  }
  if (status === 'signed-out') {
    return (
      <LogInFirst why={texts.confirm.signedOut} here={here}>
        <p>{texts.confirm.notYou}</p>
      </LogInFirst>
    );
  }
  if (confirm.isSuccess)
    return <Done text={texts.confirm.done(user.email)} to="/dashboard/security" label={texts.confirm.next} />;
  return (
    <div className="space-y-4">
      <p className="wrap-anywhere">{texts.confirm.lead(user.email)}</p>
      <ErrorText>{confirm.error ? errorMessage(confirm.error) : undefined}</ErrorText>
      <Button className="w-full" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {texts.confirm.button}
      </Button>
    </div>
  );
}

function Undo({ token }: { token: string }) {
  const { api, refresh } = useSession();
  const undo = useAction({
    call: () => api.call(undoEmailCall, { body: { token } }),
    // Whoever is logged in here no longer is.
    onDone: () => refresh(),
    onRefused: 'shown',
  });
  if (undo.isSuccess) return <Done text={texts.undo.done} to="/reset-password" label={texts.undo.next} />;
  return (
    <div className="space-y-4">
      <p>{texts.undo.lead}</p>
      <ErrorText>{undo.error ? errorMessage(undo.error) : undefined}</ErrorText>
      <Button className="w-full" busy={undo.isPending} onClick={() => undo.mutate()}>
        {texts.undo.button}
      </Button>
    </div>
  );
}

function Done({ text, to, label }: { text: ReactNode; to: string; label: string }) {
  return (
    <output className="block space-y-4">
      <p className="wrap-anywhere">{text}</p>
      <LinkButton to={to} className="w-full">
        {label}
      </LinkButton>
    </output>
  );
}

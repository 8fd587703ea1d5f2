import { type ReactNode, useState } from 'react';
import { type ActionFunctionArgs, Link, useActionData, useSearchParams } from 'react-router';
import { z } from 'zod/mini';
import { accountTexts } from '#features/sign-in/texts.ts';
import { loginSchema } from '#features/users/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { sendContext } from '#ui/client/load-context.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { EmailField, NewPasswordField } from './account-fields.tsx';
import { AuthStep, ErrorText } from './auth-layout.tsx';
import { type SentForm, takeForm, useAccountForm } from './sent-form.ts';

const { reset: texts, fields, login } = accountTexts;

const requestSchema = z.pick(loginSchema, { email: true });
const passwordSchema = z.pick(loginSchema, { password: true });

export function action({ request, url, context }: ActionFunctionArgs) {
  const send = context.get(sendContext);
  const token = url.searchParams.get('token');
  return token
    ? takeForm(request, send, passwordSchema, async (identity, { password }) => {
        await identity.resetPassword(token, password);
        return undefined;
      })
    : takeForm(request, send, requestSchema, async (identity, { email }) => {
        await identity.requestPasswordReset(email);
        return undefined;
      });
}

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Requests an email with a reset link; opened from that link (`?token=`), sets the new password. */
export default function ResetPassword() {
  const sent = useActionData<typeof action>();
  const [search] = useSearchParams();
  const token = search.get('token');
  const toLogin = <p>{linkTo('/login', texts.toLogin)}</p>;
  if (token) {
    return (
      <AuthStep title={texts.setTitle} below={toLogin}>
        <SetPasswordForm token={token} sent={sent} />
      </AuthStep>
    );
  }
  return (
    <AuthStep title={texts.title} lead={texts.lead} below={toLogin}>
      <RequestResetForm linkRefused={search.has('error')} sent={sent} />
    </AuthStep>
  );
}

/** Requests a reset email. The reply is the same for known and unknown addresses. */
function RequestResetForm({ linkRefused, sent }: { linkRefused: boolean; sent: SentForm | undefined }) {
  const { loadIdentity } = useSession();
  const [sentTo, setSentTo] = useState(sent?.isDone && sent.typed.email?.trim().toLowerCase());
  const { form, register, errors, refusal, isSubmitting } = useAccountForm(requestSchema, {
    sent,
    refused: linkRefused ? texts.linkRefused : undefined,
    async act({ email }) {
      setSentTo(undefined);
      await (await loadIdentity()).requestPasswordReset(email);
      setSentTo(email);
    },
    focusOn: 'email',
  });
  return (
    <form {...form}>
      <EmailField defaultValue={sent?.typed.email} error={errors.email?.message} {...register('email')} />
      <ErrorText>{refusal}</ErrorText>
      <output className="block text-sm empty:hidden">{sentTo && texts.sent(sentTo)}</output>
      <Button type="submit" className="w-full" busy={isSubmitting}>
        {texts.submit}
      </Button>
    </form>
  );
}

function SetPasswordForm({ token, sent }: { token: string; sent: SentForm | undefined }) {
  const { loadIdentity } = useSession();
  const [isDone, setIsDone] = useState(sent?.isDone ?? false);
  const { form, register, errors, refusal, isSubmitting } = useAccountForm(passwordSchema, {
    sent,
    async act({ password }) {
      await (await loadIdentity()).resetPassword(token, password);
      setIsDone(true);
    },
    focusOn: 'password',
  });
  if (isDone) {
    return (
      <output className="block space-y-4">
        <p>{texts.done}</p>
        <LinkButton to="/login" className="w-full">
          {login.submit}
        </LinkButton>
      </output>
    );
  }
  return (
    <form {...form}>
      <NewPasswordField
        label={fields.newPassword}
        error={errors.password?.message}
        {...register('password')}
      />
      <ErrorText>{refusal}</ErrorText>
      {refusal && <p className="text-sm">{linkTo('/reset-password', texts.askAgain)}</p>}
      <Button type="submit" className="w-full" busy={isSubmitting}>
        {texts.set}
      </Button>
    </form>
  );
}

function linkTo(path: string, label: string): ReactNode {
  return (
    <Link to={path} className="text-link">
      {label}
    </Link>
  );
}

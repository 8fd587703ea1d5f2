import { type ActionFunctionArgs, Link, useActionData, useSearchParams } from 'react-router';
import { accountTexts } from '#features/sign-in/texts/account.ts';
import { sendContext } from '#web/client/load-context.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { AccountFrame } from './account-frame.tsx';
import { RequestResetForm, requestSchema } from './request-reset-form.tsx';
import { takeForm } from './sent-form.ts';
import { passwordSchema, SetPasswordForm } from './set-password-form.tsx';

const texts = accountTexts.reset;

export function action({ request, url, context }: ActionFunctionArgs) {
  const send = context.get(sendContext);
  const token = url.searchParams.get('token');
  return token
    ? takeForm(request, send, passwordSchema, (identity, { password }) =>
        identity.resetPassword(token, password),
      )
    : takeForm(request, send, requestSchema, (identity, { email }) => identity.requestPasswordReset(email));
}

export const meta = () => pageMeta(texts.title, texts.description);

/** Asks for a mail with a reset link; opened from that link (`?token=`), sets the new password. */
export default function ResetPassword() {
  const sent = useActionData<typeof action>();
  const [search] = useSearchParams();
  const token = search.get('token');
  const toLogin = (
    <p>
      <Link to="/login" className="text-link">
        {texts.toLogin}
      </Link>
    </p>
  );
  if (token) {
    return (
      <AccountFrame title={texts.setTitle} below={toLogin}>
        <SetPasswordForm token={token} sent={sent} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={texts.title} lead={texts.lead} below={toLogin}>
      <RequestResetForm linkRefused={search.has('error')} sent={sent} />
    </AccountFrame>
  );
}

import { Link, useSearchParams } from 'react-router';
import { accountTexts } from '#texts/account.ts';
import { pageMeta } from '#web/page-meta.ts';
import { AccountFrame } from './account-frame.tsx';
import { RequestResetForm } from './request-reset-form.tsx';
import { SetPasswordForm } from './set-password-form.tsx';

const texts = accountTexts.reset;

export const meta = () => pageMeta(texts.title, texts.description);

/** Asks for a mail with a reset link; opened from that link (`?token=`), sets the new password. */
export default function ResetPassword() {
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
        <SetPasswordForm token={token} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={texts.title} lead={texts.lead} below={toLogin}>
      <RequestResetForm linkRefused={search.has('error')} />
    </AccountFrame>
  );
}

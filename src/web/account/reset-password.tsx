import { Link, useSearchParams } from 'react-router';
import { pageMeta } from '#web/page-meta.ts';
import { AccountFrame } from './account-frame.tsx';
import { RequestResetForm } from './request-reset-form.tsx';
import { SetPasswordForm } from './set-password-form.tsx';

export const meta = () => pageMeta('Reset password', 'Set a new password for your Toolyard account.');

/** Asks for a mail with a reset link; opened from that link (`?token=`), sets the new password. */
export default function ResetPassword() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const toLogin = (
    <p>
      <Link to="/login" className="text-link">
        Back to login
      </Link>
    </p>
  );
  if (token) {
    return (
      <AccountFrame title="Set a new password" below={toLogin}>
        <SetPasswordForm token={token} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Reset password"
      lead="Tell us your email address. We send you a link to set a new password."
      below={toLogin}
    >
      <RequestResetForm linkRefused={search.has('error')} />
    </AccountFrame>
  );
}

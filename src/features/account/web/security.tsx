import LoginSecurity, { meta } from '#features/sign-in/web/security.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ChangeEmail } from './email-section.tsx';
import { YourData } from './your-data.tsx';

export { meta };

/** The signed-in user's own account: how they log in, a copy of their data, and how to delete it. */
export default function SecurityPage() {
  return (
    <div className="max-w-2xl">
      <LoginSecurity change={<ChangeEmail />} />
      <YourData />
      <DeleteAccount />
    </div>
  );
}

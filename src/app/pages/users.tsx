import { NewCustomer } from '#features/counter/web/customer-account.tsx';
import { Invite, PendingInvitations } from '#features/invitations/web/invitations.tsx';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { AllUsers } from '#features/users/web/users.tsx';
import { usersTexts as texts } from '#ui/dashboard/texts.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** All users; staff add customers without an account here, and admins invite people to a role. */
export default function Users() {
  return (
    <StaffOnly title={texts.title}>
      <AllUsers
        actions={
          <>
            <NewCustomer />
            <Invite />
          </>
        }
        above={<PendingInvitations />}
      />
    </StaffOnly>
  );
}

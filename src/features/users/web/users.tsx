import { listUsersCall, type UserRow } from '#features/users/roles-contract.ts';
import { formatCount } from '#texts/locale.ts';
import { type ListColumn, ListPage } from '#web/dashboard/list-page.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { EmailText, RowCard } from '#web/dashboard/row-card.tsx';
import { usersTexts as texts } from '#web/texts/dashboard.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { StaffOnly } from './admin-only.tsx';
import { useSession } from './session/session.tsx';
import { DeedButton, UserDeeds, usersKey, useUserDeeds } from './user-deeds.tsx';

export const meta = () => pageMeta(texts.title, texts.description);

/** Everybody with an account. Admins give and take back roles here, staff block and unblock buyers. */
export default function Users() {
  const { api } = useSession();
  return (
    <StaffOnly title={texts.title}>
      <UserDeeds>
        <ListPage
          texts={texts}
          listKey={usersKey}
          load={({ filter: role, ...query }, signal) =>
            api.list(listUsersCall, { query: { ...query, role }, signal })
          }
          head={() => <PageHead title={texts.title} />}
          filter={{ name: 'role', label: texts.role, options: texts.roleChoice }}
          sorts={texts.sorts}
          columns={userColumns}
          Card={UserCard}
          rowKey={(user) => user.email}
          empty={<EmptyState title={texts.none} />}
        />
      </UserDeeds>
    </StaffOnly>
  );
}

/** The columns of All Users (specification, section 2), and what else is done to a user. */
const userColumns = (): ListColumn<UserRow>[] => [
  {
    key: 'index',
    width: 56,
    align: 'end',
    cell: (_user, index) => formatCount(index + 1),
  },
  {
    key: 'email',
    width: 224,
    sorts: ['email'],
    cell: (user) => (
      <>
        <span className="block font-semibold">
          <EmailText email={user.email} />
        </span>
        <span className="block text-ink-soft">{user.displayName}</span>
      </>
    ),
  },
  {
    key: 'role',
    width: 136,
    cell: (user) => (
      <>
        <span className="block">{texts.roles[user.role]}</span>
        <RoleNotes user={user} />
      </>
    ),
  },
  {
    key: 'makeAdmin',
    width: 144,
    cell: (user) => (user.role === 'admin' ? <RoleBadge user={user} /> : <MakeAdmin user={user} size="sm" />),
  },
  {
    key: 'actions',
    width: 224,
    cell: (user) => (
      <div className="flex flex-wrap gap-2">
        <MoreDeeds user={user} size="sm" />
      </div>
    ),
  },
];

const UserCard = ({ row: user }: { row: UserRow }) => (
  <RowCard
    title={user.displayName}
    lead={<EmailText email={user.email} />}
    badge={<RoleBadge user={user} />}
    actions={
      <>
        {user.role !== 'admin' && <MakeAdmin user={user} />}
        <MoreDeeds user={user} />
      </>
    }
  >
    <RoleNotes user={user} />
  </RowCard>
);

function RoleBadge({ user: { role } }: { user: UserRow }) {
  if (role === 'user') return <Badge>{texts.roles.user}</Badge>;
  return <Badge tone="accent">{texts[role]}</Badge>;
}

/** What a role waits for, and why a buyer may not order. */
function RoleNotes({ user: { role, emailVerified, blockedReason } }: { user: UserRow }) {
  if (blockedReason !== undefined)
    return (
      <>
        <Badge tone="bad">{texts.blocked}</Badge>
        <span className="mt-1 block max-w-64 text-sm wrap-anywhere text-ink-soft">
          {texts.blockedFor(blockedReason)}
        </span>
      </>
    );
  if (role === 'user' || emailVerified) return null;
  return (
    <span className="block max-w-64 text-sm text-warn">
      {role === 'admin' ? texts.adminWaits : texts.staffWaits}
    </span>
  );
}

type ButtonsProps = { user: UserRow; size?: 'sm' };

function MakeAdmin(props: ButtonsProps) {
  return useUserDeeds().isAdmin ? <DeedButton {...props} deed="makeAdmin" /> : null;
}

/** What else may be done to this user by whoever looks. */
function MoreDeeds(props: ButtonsProps) {
  const { isAdmin } = useUserDeeds();
  const { role, blockedReason } = props.user;
  return (
    <>
      {isAdmin && role === 'admin' && <DeedButton {...props} deed="takeAdmin" />}
      {isAdmin && role === 'staff' && <DeedButton {...props} deed="takeStaff" />}
      {isAdmin && role === 'user' && <DeedButton {...props} deed="makeStaff" />}
      {role === 'user' && <DeedButton {...props} deed={blockedReason === undefined ? 'block' : 'unblock'} />}
    </>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listUsersCall, makeAdminCall, type UserRow } from '#features/users/contract.ts';
import { formatCount } from '#texts/locale.ts';
import { type ListColumn, ListPage } from '#web/dashboard/list-page.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { EmailText, RowCard } from '#web/dashboard/row-card.tsx';
import { usersTexts as texts } from '#web/texts/dashboard.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { notify } from '#web/ui/toast.tsx';
import { AdminOnly } from './admin-only.tsx';
import { useSession } from './session/session.tsx';

export const usersKey = ['users'];

/** Gives a user the admin's role. */
export function MakeAdminButton({ user, size }: { user: UserRow; size?: 'sm' }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const promotion = useMutation({
    mutationFn: () => api.call(makeAdminCall, { params: { email: user.email } }),
    onSuccess: () => notify.success(texts.madeAdmin),
    onError: () => notify.error(texts.notMadeAdmin),
    onSettled: () => queries.invalidateQueries({ queryKey: usersKey }),
  });
  return (
    <Button
      variant="secondary"
      size={size}
      className="whitespace-nowrap"
      aria-label={texts.makeAdminOf(user.email)}
      busy={promotion.isPending}
      onClick={() => promotion.mutate()}
    >
      {texts.makeAdmin}
    </Button>
  );
}

export const meta = () => pageMeta(texts.title, texts.description);

/** Everybody with an account; an admin makes others admins here. */
export default function Users() {
  const { api } = useSession();
  return (
    <AdminOnly title={texts.title}>
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
    </AdminOnly>
  );
}

/** The columns of All Users (specification, section 2). */
const userColumns = (): ListColumn<UserRow>[] => [
  {
    key: 'index',
    width: 64,
    align: 'end',
    cell: (_user, index) => formatCount(index + 1),
  },
  {
    key: 'email',
    width: 256,
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
    width: 144,
    cell: (user) => (
      <>
        <span className="block">{texts.roles[user.role]}</span>
        <PowersNote user={user} />
      </>
    ),
  },
  {
    key: 'makeAdmin',
    width: 152,
    cell: (user) =>
      user.role === 'admin' ? (
        <Badge tone="accent">{texts.admin}</Badge>
      ) : (
        <MakeAdminButton user={user} size="sm" />
      ),
  },
];

const UserCard = ({ row: user }: { row: UserRow }) => (
  <RowCard
    title={user.displayName}
    lead={<EmailText email={user.email} />}
    badge={
      user.role === 'admin' ? (
        <Badge tone="accent">{texts.admin}</Badge>
      ) : (
        <Badge>{texts.roles[user.role]}</Badge>
      )
    }
    actions={user.role === 'admin' ? undefined : <MakeAdminButton user={user} />}
  >
    <PowersNote user={user} />
  </RowCard>
);

function PowersNote({ user }: { user: UserRow }) {
  if (user.role !== 'admin' || user.emailVerified) return null;
  return <span className="block max-w-64 text-sm text-warn">{texts.powersWait}</span>;
}

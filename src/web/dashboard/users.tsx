import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type UserRow, type UserSort, userRoles, userSorts } from '#contracts/user.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useSession } from '#web/session/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { notify } from '#web/ui/toast.tsx';
import { AdminOnly } from './admin-only.tsx';
import { EmailText } from './email-text.tsx';
import { ListControls } from './list-controls.tsx';
import { NothingFound } from './nothing-found.tsx';
import { PageHead } from './page-head.tsx';
import { RowsTable } from './rows-table.tsx';
import { useAddressChoice } from './use-address-choice.ts';
import { useRows } from './use-rows.ts';
import { useSearchWords } from './use-search-words.ts';

export const meta = () => pageMeta('All Users', 'Everybody with an account in this shop.');

const listKey = ['users'];

const roleWords: Record<UserRow['role'] | '', string> = { '': 'All', admin: 'Admins', user: 'Users' };

const sortWords: Record<Exclude<UserSort, 'newest'> | '', string> = {
  '': 'Newest first',
  name: 'Name',
  email: 'Email',
};

/** Everybody with an account; an admin makes others admins here. */
export default function Users() {
  return (
    <AdminOnly title="All Users">
      <UserList />
    </AdminOnly>
  );
}

function UserList() {
  const { api } = useSession();
  const queries = useQueryClient();
  const { text, setText, words } = useSearchWords();
  const [role, setRole] = useAddressChoice('role', userRoles);
  const [sort, setSort] = useAddressChoice('sort', userSorts);
  const search = { q: words, role, sort };
  const list = useRows([...listKey, search], (query) => api.listUsers({ ...query, ...search }));
  const promotion = useMutation({
    mutationFn: (email: string) => api.makeAdmin(email),
    onSuccess: () => notify.success('Successfully made an admin'),
    onError: () => notify.error('Failed to make an admin'),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
  const promoting = promotion.isPending ? promotion.variables : undefined;
  return (
    <>
      <PageHead title="All Users" />
      <ListControls
        label="Users"
        hint="Name or email"
        text={text}
        onText={setText}
        choices={[
          { label: 'Role', options: roleWords, value: role, onChange: setRole },
          { label: 'Sort by', options: sortWords, value: sort, onChange: setSort },
        ]}
      />
      <RowsTable
        list={list}
        caption="All Users"
        columns={columnsFor(promotion.mutate, promoting)}
        rowKey={(user) => user.email}
        noun="user"
        empty={
          words || role ? (
            <NothingFound
              noun="user"
              words={words}
              onClear={() => {
                setText('');
                setRole('');
              }}
            />
          ) : (
            <EmptyState title="Nobody has an account yet" />
          )
        }
      />
    </>
  );
}

function columnsFor(makeAdmin: (email: string) => void, promoting: string | undefined): Column<UserRow>[] {
  return [
    { key: 'index', header: 'No.', align: 'end', narrow: true, cell: (_user, index) => index + 1 },
    {
      key: 'email',
      header: 'Email',
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
      header: 'Role',
      cell: (user) => <RoleCell user={user} />,
    },
    {
      key: 'makeAdmin',
      header: 'Make Admin',
      cell: (user) =>
        user.role === 'admin' ? (
          <Badge tone="accent">Admin</Badge>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            className="whitespace-nowrap"
            busy={promoting === user.email}
            disabled={promoting !== undefined}
            onClick={() => makeAdmin(user.email)}
          >
            Make Admin
          </Button>
        ),
    },
  ];
}

function RoleCell({ user }: { user: UserRow }) {
  return (
    <>
      <span className="block">{user.role}</span>
      {user.role === 'admin' && !user.emailVerified && (
        <span className="block text-warn @4xl:max-w-64">
          Address not verified: the admin’s powers begin once it is.
        </span>
      )}
    </>
  );
}

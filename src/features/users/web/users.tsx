import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listUsersCall,
  makeAdminCall,
  type UserRow,
  userRoles,
  userSorts,
} from '#features/users/contract.ts';
import { listsTexts } from '#texts/lists.ts';
import { useRows } from '#web/client/use-list.ts';
import {
  ListControls,
  NothingFound,
  useAddressChoice,
  useSearchWords,
} from '#web/dashboard/list-controls.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { EmailText, RowCard } from '#web/dashboard/row-card.tsx';
import { RowsTable } from '#web/dashboard/rows-table.tsx';
import { usersTexts as texts } from '#web/texts/dashboard.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/format.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { notify } from '#web/ui/toast.tsx';
import { AdminOnly } from './admin-only.tsx';
import { useSession } from './session/session.tsx';

/** The key of the list of users, whatever is looked for in it. */
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

const { search: words } = texts;
const roleWords = { '': words.all, admin: words.admins, user: words.users };
const sortWords = { '': words.newestFirst, name: words.name, email: words.email };

/** Everybody with an account; an admin makes others admins here. */
export default function Users() {
  return (
    <AdminOnly title={texts.title}>
      <UserList />
    </AdminOnly>
  );
}

function UserList() {
  const { api } = useSession();
  const { text, setText, words: q } = useSearchWords();
  const [role, setRole] = useAddressChoice('role', userRoles);
  const [sort, setSort] = useAddressChoice('sort', userSorts);
  const search = { q, role, sort };
  const list = useRows([...usersKey, search], ({ cursor, signal }) =>
    api.list(listUsersCall, { query: { ...search, cursor }, signal }),
  );
  return (
    <>
      <PageHead title={texts.title} />
      <ListControls
        label={texts.controls}
        hint={texts.searchHint}
        text={text}
        onText={setText}
        choices={[
          { label: words.role, options: roleWords, value: role, onChange: setRole },
          { label: listsTexts.sortBy, options: sortWords, value: sort, onChange: setSort },
        ]}
      />
      <RowsTable
        list={list}
        texts={texts.list}
        columns={userColumns}
        card={userCard}
        rowKey={(user) => user.email}
        sort={sort}
        onSort={setSort}
        empty={
          q || role ? (
            <NothingFound
              texts={texts.list}
              words={q}
              onClear={() => {
                setText('');
                setRole('');
              }}
            />
          ) : (
            <EmptyState title={texts.none} />
          )
        }
      />
    </>
  );
}

/** The columns of All Users (specification, section 2). */
const userColumns: Column<UserRow>[] = [
  {
    key: 'index',
    header: texts.columns.index,
    width: 64,
    align: 'end',
    cell: (_user, index) => formatCount(index + 1),
  },
  {
    key: 'email',
    header: texts.columns.email,
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
    header: texts.columns.role,
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
    header: texts.columns.makeAdmin,
    width: 152,
    cell: (user) =>
      user.role === 'admin' ? (
        <Badge tone="accent">{texts.admin}</Badge>
      ) : (
        <MakeAdminButton user={user} size="sm" />
      ),
  },
];

/** A user as a card: the name leads, the address is below it. */
const userCard = (user: UserRow) => (
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

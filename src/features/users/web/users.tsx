import type { ReactNode } from 'react';
import { exportUsersCall, listUsersCall, type UserRow, userRoles } from '#features/users/roles-contract.ts';
import { formatCount } from '#texts/locale.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { RowMenu } from '#ui/dashboard/dropdown.tsx';
import { ExportButton } from '#ui/dashboard/export-button.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { CustomerLink } from '#ui/dashboard/row-card.tsx';
import { usersTexts as texts } from '#ui/dashboard/texts.ts';
import { EmptyState } from '#ui/list-states.tsx';
import { useSession } from './session/session.tsx';
import {
  FactorNote,
  MakeAdmin,
  MoreActions,
  nameOf,
  RoleBadge,
  RoleNotes,
  UserActions,
  usersKey,
  useUserActions,
} from './user-actions.tsx';

/** All users. Admins grant and revoke roles here; staff block and unblock buyers. `actions` are those of the
 * page; `above` stands over the list. */
export function AllUsers({ actions, above }: { actions: ReactNode; above: ReactNode }) {
  const { api } = useSession();
  const { identityProvider } = useShopSettings();
  // Firebase keeps its accounts' factors to itself.
  const options = {
    ...texts.roleChoice,
    ...(identityProvider.kind === 'embedded' && { 'no-second-step': texts.noFactor }),
  };
  return (
    <UserActions>
      <ListPage
        texts={texts}
        listKey={usersKey}
        load={({ filter, ...query }, signal) =>
          api.list(listUsersCall, { query: { ...query, ...chosenBy(filter) }, signal })
        }
        head={() => (
          <>
            <PageHead
              title={texts.title}
              actions={
                <div className="flex flex-wrap gap-3">
                  {actions}
                  <ExportUsers />
                </div>
              }
            />
            {above}
          </>
        )}
        filter={{ name: 'role', label: texts.role, options }}
        sorts={texts.sorts}
        columns={columns}
        rowKey={(user) => user.email}
        empty={<EmptyState title={texts.none} />}
      />
    </UserActions>
  );
}

/** The filters for the single choice, which lists others among the roles. */
function chosenBy(choice: string | undefined) {
  if (choice === 'blocked') return { blocked: 'true' as const };
  if (choice === 'no-second-step') return { secondFactor: 'missing' as const };
  return { role: userRoles.find((role) => role === choice) };
}

/** The export, for admins only. */
function ExportUsers() {
  const { api } = useSession();
  const { isAdmin } = useUserActions();
  if (!isAdmin) return null;
  return (
    <ExportButton
      size="sm"
      load={({ q, role }, signal) =>
        api.request(exportUsersCall, { query: { q, ...chosenBy(role) }, signal })
      }
    />
  );
}

/** The further actions that the viewer may perform on this user, if any. */
function ActionsMenu({ user, size }: { user: UserRow; size: 'sm' | undefined }) {
  const { isAdmin } = useUserActions();
  if (!isAdmin && user.role !== 'user') return null;
  return (
    <RowMenu label={texts.moreActions(nameOf(user))} size={size}>
      <MoreActions user={user} />
    </RowMenu>
  );
}

/** The columns of All Users (specification, section 2), and the further actions on a user. */
const columns: ListColumn<UserRow>[] = [
  {
    key: 'index',
    width: 56,
    align: 'end',
    cell: (_user, { index }) => formatCount(index + 1),
  },
  {
    key: 'email',
    width: 224,
    sorts: ['email'],
    cell: (user) => (
      <>
        <span className="block font-semibold">
          <CustomerLink email={user.email} />
        </span>
        <span className="block text-ink-soft">{user.displayName}</span>
      </>
    ),
    card: { title: (user) => user.displayName, lead: (user) => <CustomerLink email={user.email} /> },
  },
  {
    key: 'role',
    width: 136,
    cell: (user) => (
      <>
        <span className="block">{texts.roles[user.role]}</span>
        <RoleNotes user={user} />
        <FactorNote user={user} />
      </>
    ),
    card: {
      badge: (user) => <RoleBadge user={user} />,
      body: (user) => (
        <>
          <RoleNotes user={user} />
          <FactorNote user={user} />
        </>
      ),
    },
  },
  {
    key: 'makeAdmin',
    width: 144,
    cell: (user) => (user.role === 'admin' ? <RoleBadge user={user} /> : <MakeAdmin user={user} size="sm" />),
    card: { actions: (user) => user.role !== 'admin' && <MakeAdmin user={user} /> },
  },
  {
    key: 'actions',
    width: 80,
    cell: (user, { size }) => <ActionsMenu user={user} size={size} />,
    card: 'actions',
  },
];

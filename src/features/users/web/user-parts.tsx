import type { UserRow } from '#features/users/roles-contract.ts';
import { Badge } from '#ui/badge.tsx';
import { usersTexts as texts } from '#ui/dashboard/texts.ts';
import { ActionButton, useUserActions } from './user-actions.tsx';

/** What somebody may do, in a word. */
export function RoleBadge({ user: { role } }: { user: UserRow }) {
  if (role === 'user') return <Badge>{texts.roles.user}</Badge>;
  return <Badge tone="accent">{texts[role]}</Badge>;
}

/** What a role waits for, and why a buyer may not order. */
export function RoleNotes({ user: { role, emailVerified, blockedReason } }: { user: UserRow }) {
  if (blockedReason !== undefined)
    return (
      <div>
        <Badge tone="bad">{texts.blocked}</Badge>
        <span className="mt-1 block max-w-64 text-sm wrap-anywhere text-ink-soft">
          {texts.blockedFor(blockedReason)}
        </span>
      </div>
    );
  if (role === 'user' || emailVerified) return null;
  return (
    <span className="block max-w-64 text-sm text-warn">
      {role === 'admin' ? texts.adminWaits : texts.staffWaits}
    </span>
  );
}

type ButtonsProps = { user: UserRow; size?: 'sm' | undefined };

/** The button of the specification, for admins. */
export function MakeAdmin(props: ButtonsProps) {
  return useUserActions().isAdmin ? <ActionButton {...props} action="makeAdmin" /> : null;
}

/** What else may be done to this user by whoever looks. */
export function MoreActions(props: ButtonsProps) {
  const { isAdmin } = useUserActions();
  const { role, blockedReason } = props.user;
  return (
    <>
      {isAdmin && role === 'admin' && <ActionButton {...props} action="takeAdmin" />}
      {isAdmin && role === 'staff' && <ActionButton {...props} action="takeStaff" />}
      {isAdmin && role === 'user' && <ActionButton {...props} action="makeStaff" />}
      {role === 'user' && (
        <ActionButton {...props} action={blockedReason === undefined ? 'block' : 'unblock'} />
      )}
    </>
  );
}

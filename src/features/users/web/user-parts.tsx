import type { UserRow } from '#features/users/roles-contract.ts';
import { Badge } from '#ui/badge.tsx';
import { usersTexts as texts } from '#ui/dashboard/texts.ts';
import { DeedButton, useUserDeeds } from './user-deeds.tsx';

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
  return useUserDeeds().isAdmin ? <DeedButton {...props} deed="makeAdmin" /> : null;
}

/** What else may be done to this user by whoever looks. */
export function MoreDeeds(props: ButtonsProps) {
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

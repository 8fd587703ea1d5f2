import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { usersKey } from '#features/users/web/user-actions.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmailText } from '#ui/dashboard/row-card.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { ConfirmDialog, Dialog, DialogFoot } from '#ui/dialog.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { useTimes } from '#ui/moments.ts';
import { useAction } from '#ui/use-action.ts';
import {
  type Invitation,
  inviteCall,
  invitedRoles,
  inviteSchema,
  listInvitationsCall,
  resendInvitationCall,
  withdrawInvitationCall,
} from '../contract.ts';
import { invitationsTexts as texts } from '../texts.ts';

/** Nested in that of the list of users, which an action on a user refreshes. */
const invitationsKey = [...usersKey, 'invitations'];

const useIsAdmin = () => useRole(useDashboardUser().email).data === 'admin';

/** A button that invites someone to a role, for admins. */
export function Invite() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!useIsAdmin()) return null;
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {texts.invite}
      </Button>
      <Dialog open={isOpen} onClose={close} title={texts.title}>
        <InviteForm onClose={close} />
      </Dialog>
    </>
  );
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { api } = useSession();
  const { form, field, problem, isSending, formProps } = useCallForm({
    schema: inviteSchema,
    defaultValues: { email: '', role: 'staff' },
    send: async (body) => {
      await api.call(inviteCall, { body });
      return body;
    },
    changes: [invitationsKey],
    onEnd: (isDone) => isDone && onClose(),
    done: ({ email }) => texts.invited(email),
  });
  const role = useWatch({ control: form.control, name: 'role' });
  return (
    <form {...formProps} className="grid w-96 max-w-full gap-4">
      <p className="text-sm text-ink-soft">{texts.lead}</p>
      <TextField label={texts.email} type="email" autoComplete="off" {...field('email')} />
      <SelectField
        label={texts.role}
        hint={texts.roleHints[role === 'admin' ? 'admin' : 'staff']}
        {...field('role')}
        options={invitedRoles.map((each) => [each, texts.roles[each]])}
      />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.invite}
      </DialogFoot>
    </form>
  );
}

/** The invitations that nobody has accepted, each to be sent again or withdrawn, for admins; nothing without
 * any. */
export function PendingInvitations() {
  const isAdmin = useIsAdmin();
  const heading = useRef<HTMLHeadingElement>(null);
  const invitations = useCall(invitationsKey, listInvitationsCall, { enabled: isAdmin });
  if (!isAdmin) return null;
  if (!invitations.data?.length) return <QueryError of={invitations} />;
  return (
    <section
      aria-labelledby="invitations"
      className="mb-4 space-y-2 rounded-md border border-line bg-surface p-4"
    >
      <h2 ref={heading} id="invitations" tabIndex={-1} className="text-base">
        {texts.pending}
      </h2>
      <ul className="divide-y divide-line">
        {invitations.data.map((invitation) => (
          <Pending key={invitation._id} invitation={invitation} onGone={() => heading.current?.focus()} />
        ))}
      </ul>
    </section>
  );
}

function Pending({ invitation, onGone }: { invitation: Invitation; onGone: () => void }) {
  const { api } = useSession();
  const times = useTimes();
  const [isAsking, setAsking] = useState(false);
  const { _id: id, email, role, invitedBy, expiresAt, isExpired } = invitation;
  const resending = useAction({
    call: () => api.call(resendInvitationCall, { params: { id } }),
    // It may have been accepted meanwhile.
    changes: [invitationsKey],
    done: texts.resent(email),
  });
  const withdrawing = useAction({
    call: () => api.call(withdrawInvitationCall, { params: { id } }),
    changes: [invitationsKey],
    onEnd: (isDone) => {
      setAsking(false);
      if (isDone) onGone();
    },
    done: texts.withdrawn(email),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">
            <EmailText email={email} />
          </span>
          <Badge tone={isExpired ? 'warn' : 'neutral'}>{isExpired ? texts.expired : texts.roles[role]}</Badge>
        </p>
        <p className="wrap-anywhere text-ink-soft">
          {[
            isExpired ? texts.roles[role] : texts.until(times.day(expiresAt)),
            invitedBy && texts.by(invitedBy),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="secondary"
          aria-label={texts.resendOf(email)}
          busy={resending.isPending}
          onClick={() => resending.mutate()}
        >
          {texts.resend}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          aria-label={texts.withdrawOf(email)}
          onClick={() => setAsking(true)}
        >
          {texts.withdraw}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.withdrawTitle}
        confirmLabel={texts.withdraw}
        busy={withdrawing.isPending}
        onConfirm={() => withdrawing.mutate()}
      >
        <p className="wrap-anywhere">{texts.withdrawText(email)}</p>
      </ConfirmDialog>
    </li>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { hasNoEmail } from '#contracts/email.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { shownEmail } from '#ui/dashboard/row-card.tsx';
import { usersTexts as texts, userActionTexts as userActions } from '#ui/dashboard/texts.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { ConfirmDialog, Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { useAction } from '#ui/use-action.ts';
import {
  blockSchema,
  blockUserCall,
  deleteUserCall,
  exportUserCall,
  makeAdminCall,
  makeStaffCall,
  resetFactorsCall,
  takeAdminCall,
  takeStaffCall,
  type UserRow,
  unblockUserCall,
} from '../roles-contract.ts';
import { useSession } from './session/session.tsx';
import { roleKey, useDashboardUser, useRole } from './use-dashboard.ts';

export const usersKey = ['users'];

/** Nested in the list's key, so that actions on a customer also refresh their page. */
export const customerKey = (email: string) => [...usersKey, 'customer', email];

type UserAction = keyof typeof userActions;
type Asked = { user: UserRow; action: UserAction };

const calls = {
  makeAdmin: makeAdminCall,
  takeAdmin: takeAdminCall,
  makeStaff: makeStaffCall,
  takeStaff: takeStaffCall,
  unblock: unblockUserCall,
  resetFactors: resetFactorsCall,
  erase: deleteUserCall,
  sendData: exportUserCall,
};

type ActionsHere = {
  isAdmin: boolean;
  ask: (asked: Asked) => void;
  /** The email of the user who was just deleted: there is nothing left to load of them. */
  erased?: string | undefined;
};

const ActionsContext = createContext<ActionsHere>({ isAdmin: false, ask: () => undefined });

/** Returns whether the viewer is an admin, the function that confirms before an action on a user, and who was
 * just deleted. */
export const useUserActions = () => use(ActionsContext);

/** What names a user among others: the email, else the name. */
export const nameOf = ({ email, displayName }: Pick<UserRow, 'email' | 'displayName'>) =>
  hasNoEmail(email) ? displayName : email;

/** A row's button; asks for confirmation before acting on the user. */
function ActionButton({ user, action, size }: Asked & { size?: 'sm' | undefined }) {
  const { ask } = useUserActions();
  const { button } = userActions[action];
  return (
    <Button
      variant={action === 'erase' ? 'danger' : 'secondary'}
      size={size}
      className="whitespace-nowrap"
      aria-label={`${button}: ${nameOf(user)}`}
      onClick={() => ask({ user, action })}
    >
      {button}
    </Button>
  );
}

/** Grants and revokes roles, blocks and unblocks, each after a confirmation that names the person and the
 * change. */
export function UserActions({ children }: { children: ReactNode }) {
  const isAdmin = useRole(useDashboardUser().email).data === 'admin';
  const { ask, erased, ...question } = useQuestion();
  const actionsHere = useMemo(() => ({ isAdmin, ask, erased }), [isAdmin, ask, erased]);
  return (
    <ActionsContext value={actionsHere}>
      {children}
      {question.asked && <ActionDialog {...question} asked={question.asked} />}
    </ActionsContext>
  );
}

/** The pending question, and the action on confirm. Focus then returns to the row, since the button is
 * replaced. */
function useQuestion() {
  const { api } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setIsOpen] = useState(false);
  const [erased, setErased] = useState<string>();
  const row = useRef<HTMLElement>(null);
  const isDone = useRef(false);

  // Elements outside the dialog can take the focus only once it has closed.
  useEffect(() => {
    if (!isOpen && isDone.current) row.current?.focus();
    isDone.current = false;
  }, [isOpen]);

  const ask = useCallback((next: Asked) => {
    row.current = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
    setAsked(next);
    setIsOpen(true);
  }, []);

  const doing = useAction({
    call: ({ user: { email }, action, reason }: Asked & { reason: string }) =>
      action === 'block'
        ? api.call(blockUserCall, { params: { email }, body: { reason } })
        : api.call(calls[action], { params: { email } }),
    onDone: (_answer, { action, user: { email } }) => {
      isDone.current = true;
      if (action !== 'erase') return;
      // Before the lists are refetched: the person's page stays until the next one has loaded.
      flushSync(() => setErased(email));
      queries.removeQueries({ queryKey: customerKey(email) });
      void navigate('/dashboard/users');
    },
    failed: (error, { action }) => (action === 'makeAdmin' ? texts.notMadeAdmin : errorMessage(error)),
    // The viewer's own role may have been revoked.
    changes: [usersKey, roleKey],
    onEnd: () => setIsOpen(false),
    done: (_answer, { user, action }) => userActions[action].done(user.displayName || user.email),
  });

  return {
    asked,
    erased,
    isOpen,
    isBusy: doing.isPending,
    ask,
    close: () => setIsOpen(false),
    confirm: (reason = '') => asked && doing.mutate({ ...asked, reason }),
  };
}

/** What cannot be given back as easily as it is taken. */
const takesAway: UserAction[] = ['erase', 'resetFactors', 'takeAdmin', 'takeStaff'];

type ActionDialogProps = Omit<ReturnType<typeof useQuestion>, 'ask' | 'erased'> & { asked: Asked };

function ActionDialog({ asked: { user, action }, isOpen, isBusy, close, confirm }: ActionDialogProps) {
  const { title, changes, button } = userActions[action];
  const { displayName, email } = user;
  const dialog = { open: isOpen, onClose: close, title: title(displayName || texts.thisUser) };
  // Names are not unique, addresses are; in the title an address would break on small phones.
  const person = (
    <p className="mb-2 font-medium wrap-anywhere">
      {displayName ? `${displayName} (${shownEmail(email)})` : email}
    </p>
  );
  if (action === 'block') {
    return (
      <Dialog {...dialog}>
        {person}
        <p>{changes}</p>
        <BlockForm busy={isBusy} onCancel={close} onBlock={confirm} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      {...dialog}
      confirmLabel={button}
      isHarmless={!takesAway.includes(action)}
      busy={isBusy}
      onConfirm={() => confirm()}
    >
      {person}
      <p>{changes}</p>
      {action.startsWith('make') && user.blockedReason !== undefined && (
        <p className="mt-2">{texts.alsoUnblocks}</p>
      )}
    </ConfirmDialog>
  );
}

/** Rendered inside the dialog, which remounts it for each question. */
function BlockForm({
  busy,
  onCancel,
  onBlock,
}: {
  busy: boolean;
  onCancel: () => void;
  onBlock: (reason: string) => void;
}) {
  const { field, formProps } = useCallForm({
    schema: blockSchema,
    defaultValues: { reason: '' },
    send: async ({ reason }) => onBlock(reason),
  });
  return (
    <form {...formProps} className="mt-4">
      <TextField label={texts.reason} hint={texts.reasonHint} autoComplete="off" {...field('reason')} />
      <DialogFoot className="mt-6" onClose={onCancel} variant="danger" busy={busy}>
        {userActions.block.button}
      </DialogFoot>
    </form>
  );
}

/** Shows a user's role as a badge. */
export function RoleBadge({ user: { role } }: { user: UserRow }) {
  if (role === 'user') return <Badge>{texts.roles.user}</Badge>;
  return <Badge tone="accent">{texts[role]}</Badge>;
}

/** Shows what a role still waits for, and why a buyer may not order. */
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

/** The Make Admin button of the specification, for admins. */
export function MakeAdmin(props: ButtonsProps) {
  return useUserActions().isAdmin && !hasNoEmail(props.user.email) ? (
    <ActionButton {...props} action="makeAdmin" />
  ) : null;
}

/** What an admin does for someone who asked the shop to: a copy of their data, or no account any more. */
export function DataActions(props: ButtonsProps) {
  if (!useUserActions().isAdmin) return null;
  return (
    <>
      {!hasNoEmail(props.user.email) && <ActionButton {...props} action="sendData" />}
      <ActionButton {...props} action="erase" />
    </>
  );
}

/** Shows who logs in with a second factor, and who on staff does not. */
export function FactorNote({ user: { role, secondFactor } }: { user: UserRow }) {
  if (secondFactor) return <Badge tone="good">{texts.factor.has}</Badge>;
  if (role === 'user' || secondFactor === undefined) return null;
  return <span className="block text-sm text-ink-soft">{texts.factor.lacks}</span>;
}

/** The other actions that the viewer may perform on this user. */
export function MoreActions(props: ButtonsProps) {
  const { isAdmin } = useUserActions();
  const viewer = useDashboardUser();
  const { role, blockedReason, secondFactor, email } = props.user;
  return (
    <>
      {isAdmin && role === 'admin' && <ActionButton {...props} action="takeAdmin" />}
      {isAdmin && role === 'staff' && <ActionButton {...props} action="takeStaff" />}
      {isAdmin && role === 'user' && !hasNoEmail(email) && <ActionButton {...props} action="makeStaff" />}
      {role === 'user' && (
        <ActionButton {...props} action={blockedReason === undefined ? 'block' : 'unblock'} />
      )}
      {isAdmin && secondFactor && email !== viewer.email && <ActionButton {...props} action="resetFactors" />}
    </>
  );
}

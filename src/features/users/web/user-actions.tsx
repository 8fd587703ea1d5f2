import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { usersTexts as texts, userActionTexts as userActions } from '#ui/dashboard/texts.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { ConfirmDialog, Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useAction } from '#ui/use-action.ts';
import {
  blockSchema,
  blockUserCall,
  makeAdminCall,
  makeStaffCall,
  takeAdminCall,
  takeStaffCall,
  type UserRow,
  unblockUserCall,
} from '../roles-contract.ts';
import { useSession } from './session/session.tsx';
import { roleKey, useDashboardUser, useRole } from './use-dashboard.ts';

export const usersKey = ['users'];

type UserAction = keyof typeof userActions;
type Asked = { user: UserRow; action: UserAction };

const calls = {
  makeAdmin: makeAdminCall,
  takeAdmin: takeAdminCall,
  makeStaff: makeStaffCall,
  takeStaff: takeStaffCall,
  unblock: unblockUserCall,
};

const ActionsContext = createContext<{ isAdmin: boolean; ask: (asked: Asked) => void }>({
  isAdmin: false,
  ask: () => undefined,
});

/** Whether an admin looks, and what asks before something is done to a user. */
export const useUserActions = () => use(ActionsContext);

/** The button of a row that asks before it does something to its user. */
function ActionButton({ user, action, size }: Asked & { size?: 'sm' | undefined }) {
  const { ask } = useUserActions();
  const { button } = userActions[action];
  return (
    <Button
      variant="secondary"
      size={size}
      className="whitespace-nowrap"
      aria-label={`${button}: ${user.email}`}
      onClick={() => ask({ user, action })}
    >
      {button}
    </Button>
  );
}

/** What stands in the question for a person, whose name may be anybody's: their address is not. */
const personOf = ({ displayName, email }: UserRow) => (displayName ? `${displayName} (${email})` : email);

/** Gives and takes back roles, blocks and unblocks, each after a question that
 * names the person and what changes. */
export function UserActions({ children }: { children: ReactNode }) {
  const isAdmin = useRole(useDashboardUser().email).data === 'admin';
  const { ask, ...question } = useQuestion();
  const actionsHere = useMemo(() => ({ isAdmin, ask }), [isAdmin, ask]);
  return (
    <ActionsContext value={actionsHere}>
      {children}
      {question.asked && <ActionDialog {...question} asked={question.asked} />}
    </ActionsContext>
  );
}

/** What is asked, and does it. The focus then goes to the row: the button that asked is another by then. */
function useQuestion() {
  const { api } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setIsOpen] = useState(false);
  const row = useRef<HTMLElement>(null);
  const isDone = useRef(false);

  // Only once the dialog has closed can anything outside it take the focus.
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
    onDone: () => {
      isDone.current = true;
    },
    onRefused: (error, { action }) =>
      notify.error(action === 'makeAdmin' ? texts.notMadeAdmin : errorMessage(error)),
    // One's own role may be the one that was taken back.
    changes: [usersKey, roleKey],
    onEnd: () => setIsOpen(false),
    done: (_answer, { user, action }) => userActions[action].done(user.displayName || user.email),
  });

  return {
    asked,
    isOpen,
    isBusy: doing.isPending,
    ask,
    close: () => setIsOpen(false),
    confirm: (reason = '') => asked && doing.mutate({ ...asked, reason }),
  };
}

type ActionDialogProps = Omit<ReturnType<typeof useQuestion>, 'ask'> & { asked: Asked };

function ActionDialog({ asked: { user, action }, isOpen, isBusy, close, confirm }: ActionDialogProps) {
  const { title, changes, button } = userActions[action];
  const dialog = { open: isOpen, onClose: close, title: title(personOf(user)) };
  if (action === 'block') {
    return (
      <Dialog {...dialog}>
        <p>{changes}</p>
        <BlockForm busy={isBusy} onCancel={close} onBlock={confirm} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog {...dialog} confirmLabel={button} busy={isBusy} onConfirm={() => confirm()}>
      <p>{changes}</p>
      {action.startsWith('make') && user.blockedReason !== undefined && (
        <p className="mt-2">{texts.alsoUnblocks}</p>
      )}
    </ConfirmDialog>
  );
}

/** Inside of the dialog, which makes it anew for each question. */
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

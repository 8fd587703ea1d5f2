import { zodResolver } from '@hookform/resolvers/zod';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  blockSchema,
  blockUserCall,
  makeAdminCall,
  makeStaffCall,
  takeAdminCall,
  takeStaffCall,
  type UserRow,
  unblockUserCall,
} from '#features/users/roles-contract.ts';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { userDeedTexts as deeds, usersTexts as texts } from '#ui/dashboard/texts.ts';
import { ConfirmDialog, Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useAction } from '#ui/use-action.ts';
import { useSession } from './session/session.tsx';
import { roleKey, useDashboardUser, useRole } from './use-dashboard.ts';

export const usersKey = ['users'];

type Deed = keyof typeof deeds;
type Asked = { user: UserRow; deed: Deed };

const calls = {
  makeAdmin: makeAdminCall,
  takeAdmin: takeAdminCall,
  makeStaff: makeStaffCall,
  takeStaff: takeStaffCall,
  unblock: unblockUserCall,
};

const DeedsContext = createContext<{ isAdmin: boolean; ask: (asked: Asked) => void }>({
  isAdmin: false,
  ask: () => undefined,
});

/** Whether an admin looks, and what asks before something is done to a user. */
export const useUserDeeds = () => use(DeedsContext);

/** The button of a row that asks before it does something to its user. */
export function DeedButton({ user, deed, size }: Asked & { size?: 'sm' | undefined }) {
  const { ask } = useUserDeeds();
  const { button } = deeds[deed];
  return (
    <Button
      variant="secondary"
      size={size}
      className="whitespace-nowrap"
      aria-label={`${button}: ${user.email}`}
      onClick={() => ask({ user, deed })}
    >
      {button}
    </Button>
  );
}

/** What stands in the question for a person, whose name may be anybody's: their address is not. */
const personOf = ({ displayName, email }: UserRow) => (displayName ? `${displayName} (${email})` : email);

/** Gives and takes back roles, blocks and unblocks, each after a question that names the person and what changes. */
export function UserDeeds({ children }: { children: ReactNode }) {
  const isAdmin = useRole(useDashboardUser().email).data === 'admin';
  const { ask, ...question } = useQuestion();
  const deedsHere = useMemo(() => ({ isAdmin, ask }), [isAdmin, ask]);
  return (
    <DeedsContext value={deedsHere}>
      {children}
      {question.asked && <DeedDialog {...question} asked={question.asked} />}
    </DeedsContext>
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
    call: ({ user: { email }, deed, reason }: Asked & { reason: string }) =>
      deed === 'block'
        ? api.call(blockUserCall, { params: { email }, body: { reason } })
        : api.call(calls[deed], { params: { email } }),
    onDone: () => {
      isDone.current = true;
    },
    onRefused: (error, { deed }) =>
      notify.error(deed === 'makeAdmin' ? texts.notMadeAdmin : errorMessage(error)),
    // One's own role may be the one that was taken back.
    changes: [usersKey, roleKey],
    onEnd: () => setIsOpen(false),
    done: (_answer, { user, deed }) => deeds[deed].done(user.displayName || user.email),
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

type DeedDialogProps = Omit<ReturnType<typeof useQuestion>, 'ask'> & { asked: Asked };

function DeedDialog({ asked: { user, deed }, isOpen, isBusy, close, confirm }: DeedDialogProps) {
  const { title, changes, button } = deeds[deed];
  const dialog = { open: isOpen, onClose: close, title: title(personOf(user)) };
  if (deed === 'block') {
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
      {deed.startsWith('make') && user.blockedReason !== undefined && (
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
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(blockSchema),
    defaultValues: { reason: '' },
  });
  return (
    <form
      method="post"
      noValidate
      className="mt-4"
      onSubmit={handleSubmit(({ reason }) => {
        if (!busy) onBlock(reason);
      })}
    >
      <TextField
        label={texts.reason}
        hint={texts.reasonHint}
        error={formState.errors.reason?.message}
        autoComplete="off"
        {...register('reason')}
      />
      <DialogFoot className="mt-6" onClose={onCancel} variant="danger" busy={busy}>
        {deeds.block.button}
      </DialogFoot>
    </form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage } from '#web/client/api-client.ts';
import { dashboardTexts as texts } from '#web/texts/dashboard.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/toast.tsx';

/** The rows of the list that is shown, whether as a table or as cards. */
const shownRows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/**
 * Deletes rows of the list under `listKey` after asking. `ask(row)` opens the dialog for a row; `row` is the one it is
 * about. After deleting, the focus goes to the row that has taken its place, since the button it came from is gone; to
 * `headingRef` where there is none.
 */
export function useRowDeletion<Row>(
  listKey: readonly unknown[],
  remove: (row: Row) => Promise<unknown>,
  doneText: (row: Row) => string,
) {
  const queries = useQueryClient();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [row, setRow] = useState<Row>();
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef(0);
  const isDeleted = useRef(false);

  // Only once the dialog has closed can anything outside it take the focus.
  useEffect(() => {
    if (isOpen || !isDeleted.current) return;
    isDeleted.current = false;
    const rows = shownRows();
    (rows[place.current] ?? rows.at(-1) ?? headingRef.current)?.focus();
  }, [isOpen]);

  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: async (_answer, deleted) => {
      await queries.invalidateQueries({ queryKey: listKey });
      isDeleted.current = true;
      setIsOpen(false);
      notify.success(doneText(deleted));
    },
    onError: (error) => {
      setIsOpen(false);
      notify.error(errorMessage(error));
      void queries.invalidateQueries({ queryKey: listKey });
    },
  });

  const ask = useCallback((next: Row) => {
    place.current = shownRows().findIndex((shown) => shown.contains(document.activeElement));
    setRow(() => next);
    setIsOpen(true);
  }, []);

  return {
    row,
    isOpen,
    isBusy: deletion.isPending,
    headingRef,
    ask,
    close: () => setIsOpen(false),
    confirm: () => row !== undefined && deletion.mutate(row),
  };
}

/** Asks before deleting, in the specification's words. `children` names what is deleted. */
export function DeleteDialog({
  open,
  busy,
  onClose,
  onDelete,
  children,
}: {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onDelete: () => void;
  children: ReactNode;
}) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={texts.askDelete}
      confirmLabel={texts.delete}
      busy={busy}
      onConfirm={onDelete}
    >
      <div className="space-y-2">
        <p className="font-semibold">{children}</p>
        <p className="text-ink-soft">{texts.deleteWarning}</p>
      </div>
    </ConfirmDialog>
  );
}

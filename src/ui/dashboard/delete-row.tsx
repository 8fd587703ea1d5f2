import { type ComponentProps, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';
import { dashboardTexts as texts } from './texts.ts';

/** For a list whose rows cannot be deleted. */
const NONE = { remove: async () => undefined, done: () => '' };

/** The rows of the displayed list, as a table or as cards. */
const shownRows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** How a list's row is deleted: `describe` names it in the question, `done` is the success message. */
export type RowDeletion<Row> = {
  remove: (row: Row) => Promise<unknown>;
  describe: (row: Row) => string;
  done: (row: Row) => string;
};

/** Deletes rows after confirmation. The focus then moves to the row that takes the place, else to
 * `headingRef`. */
export function useRowDeletion<Row>(
  listKey: readonly unknown[],
  { remove, done }: Pick<RowDeletion<Row>, 'remove' | 'done'> = NONE,
) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [row, setRow] = useState<Row>();
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef(0);
  const isDeleted = useRef(false);

  // Elements outside the dialog can take the focus only once it has closed.
  useEffect(() => {
    if (isOpen || !isDeleted.current) return;
    isDeleted.current = false;
    const rows = shownRows();
    (rows[place.current] ?? rows.at(-1) ?? headingRef.current)?.focus();
  }, [isOpen]);

  const deletion = useAction({
    call: remove,
    changes: [listKey],
    onEnd: (isDone) => {
      isDeleted.current = isDone;
      setIsOpen(false);
    },
    done: (_answer, deleted) => done(deleted),
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

/** Asks for confirmation before deleting, in the specification's words. `children` names what is deleted. */
export function DeleteDialog({
  isOpen,
  isBusy,
  close,
  confirm,
  children,
}: Pick<ReturnType<typeof useRowDeletion>, 'isOpen' | 'isBusy' | 'close' | 'confirm'> & {
  children: ReactNode;
}) {
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={close}
      title={texts.askDelete}
      confirmLabel={texts.delete}
      busy={isBusy}
      onConfirm={confirm}
    >
      <div className="space-y-2">
        <p className="font-semibold">{children}</p>
        <p className="text-ink-soft">{texts.deleteWarning}</p>
      </div>
    </ConfirmDialog>
  );
}

/** A row's button that asks to delete it; the question has the red one. Its `aria-label` names the row. */
export const DeleteButton = (button: ComponentProps<typeof Button>) => (
  <Button variant="secondary" icon="trash" {...button}>
    {texts.delete}
  </Button>
);

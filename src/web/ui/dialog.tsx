import { type ReactNode, useEffect, useId, useRef } from 'react';
import { uiTexts } from '#texts/ui.ts';
import { Button } from './button.tsx';

interface DialogProps {
  open: boolean;
  /** Called by Escape, by a press beside the dialog and by whatever closes it inside. Set `open` to false then. */
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/**
 * A modal dialog on the browser's own `<dialog>`: the focus goes in, Escape closes it, the focus returns to where it
 * was. Give the children their buttons.
 */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      closedby="any"
      onClose={onClose}
      className="dialog-box m-auto rounded-md border border-line bg-surface p-6 text-ink shadow-raised"
    >
      {open && (
        <>
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <div className="mt-3">{children}</div>
        </>
      )}
    </dialog>
  );
}

/** Asks before something that cannot be undone. `confirmLabel` names the deed ('Delete'); `busy` while it is done. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = uiTexts.cancel,
  busy = false,
  onConfirm,
  children,
  ...dialog
}: DialogProps & { confirmLabel: string; cancelLabel?: string; busy?: boolean; onConfirm: () => void }) {
  return (
    <Dialog {...dialog}>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={dialog.onClose}>
          {cancelLabel}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}

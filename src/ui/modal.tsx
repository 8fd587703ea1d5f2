import { type ReactNode, useEffect, useRef } from 'react';

/** How a modal is opened and closed, regardless of its appearance. */
export interface ModalProps {
  open: boolean;
  /** Called on Escape, a press outside, and any closing control inside. Set `open` to false then. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal on the browser's own `<dialog>`: the focus returns to where it was, if the dialog is closed before
 * it is unmounted. */
export function Modal({
  open,
  onClose,
  ...dialog
}: ModalProps & { className: string; 'aria-label'?: string; 'aria-labelledby'?: string }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal();
    if (!open && ref.current?.open) ref.current.close();
  }, [open]);
  return (
    <dialog
      {...dialog}
      ref={ref}
      closedby="any"
      // Told at `cancel`, since the browser sends `close` later: a key pressed between them opens it again.
      // In React, unlike the browser, the events of a nested dialog bubble.
      onCancel={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        // Returns the focus, which an owner who then unmounts it would lose.
        currentTarget.close();
        onClose();
      }}
      onClose={({ target, currentTarget }) =>
        target === currentTarget && open && !currentTarget.open && onClose()
      }
    />
  );
}

import { type ReactNode, useEffect, useRef } from 'react';

/** How a modal is opened and closed, whatever it looks like. */
export interface ModalProps {
  open: boolean;
  /** Called by Escape, by a press beside it and by whatever closes it inside. Set `open` to false then. */
  onClose: () => void;
  children: ReactNode;
}

/** On the browser's own `<dialog>`: the focus returns to where it was, if closed
 * before it is taken out of the page. */
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
      // To React, unlike the browser, the end of a dialog within this one bubbles.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
    />
  );
}

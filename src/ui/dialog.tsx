import { type ComponentProps, useId } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Modal, type ModalProps } from './modal.tsx';
import { uiTexts } from './texts.ts';

type DialogProps = ModalProps & { title: string };

/** A modal box with a title in the middle of the screen. The children include its buttons. */
export function Dialog({ title, children, ...modal }: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      {...modal}
      aria-labelledby={titleId}
      className="dialog-box m-auto rounded-md border border-line bg-surface p-4 text-ink raised sm:p-6"
    >
      {modal.open && (
        <>
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <div className="mt-3">{children}</div>
        </>
      )}
    </Modal>
  );
}

type DialogFootProps = ComponentProps<typeof Button> & { closeLabel?: string; onClose: () => void };

/** The end of a dialog or its form: a cancel button and, with `children`, the button that they label. */
export function DialogFoot({
  className,
  closeLabel = uiTexts.cancel,
  onClose,
  children,
  ...action
}: DialogFootProps) {
  return (
    <div className={classNames('flex flex-wrap justify-end gap-3', className)}>
      <Button variant="secondary" onClick={onClose}>
        {closeLabel}
      </Button>
      {children && (
        <Button type="submit" {...action}>
          {children}
        </Button>
      )}
    </div>
  );
}

/** Asks for confirmation. `confirmLabel` names the action ('Delete'), in red unless
 * `isHarmless`; `busy` while it runs. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = uiTexts.cancel,
  busy = false,
  isHarmless = false,
  onConfirm,
  children,
  ...dialog
}: DialogProps & {
  confirmLabel: string;
  cancelLabel?: string;
  busy?: boolean;
  isHarmless?: boolean;
  onConfirm: () => void;
}) {
  return (
    <Dialog {...dialog}>
      {children}
      <DialogFoot
        className="mt-6"
        closeLabel={cancelLabel}
        onClose={dialog.onClose}
        type="button"
        variant={isHarmless ? 'primary' : 'danger'}
        busy={busy}
        onClick={onConfirm}
      >
        {confirmLabel}
      </DialogFoot>
    </Dialog>
  );
}

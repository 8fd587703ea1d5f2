import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onClick' | 'title'> & {
  label: string;
  title: string;
  children: (close: () => void) => ReactNode;
};

/** A button that opens a dialog, whose content is told how to close it. */
export function DialogButton({ label, title, children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} onClose={close} title={title}>
        {children(close)}
      </Dialog>
    </>
  );
}

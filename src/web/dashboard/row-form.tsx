import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { uiTexts } from '#web/texts/ui.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** Whether a row's form stands open. Once it closes, the focus goes to its `opener`, the button that opens it. */
export function useRowForm() {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, opener, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}

type RowFormFootProps = Pick<ComponentProps<typeof Button>, 'className' | 'children'> & {
  busy: boolean;
  submitLabel: string;
  onClose: () => void;
};

/** The end of a row's form: the button that sends it, the one that leaves it, and any others. */
export const RowFormFoot = ({ submitLabel, busy, onClose, className, children }: RowFormFootProps) => (
  <div className={classNames('flex flex-wrap gap-2', className)}>
    <Button type="submit" size="sm" busy={busy}>
      {submitLabel}
    </Button>
    <Button variant="secondary" size="sm" onClick={onClose}>
      {uiTexts.cancel}
    </Button>
    {children}
  </div>
);

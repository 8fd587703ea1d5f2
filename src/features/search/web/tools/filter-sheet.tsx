import { type ReactNode, useId, useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Modal } from '#ui/modal.tsx';

interface FilterSheetProps {
  title: string;
  closeLabel: string;
  /** Link to the list without filters. */
  clear: { to: string; label: string };
  /** The number of tools that the filters find, in words. */
  hits: string;
  showHits: string;
  onClose: () => void;
  children: ReactNode;
}

/** The filters on a phone, in a sheet. Each applies at once, so the list is ready when the sheet closes: by
 * its buttons, Escape, the device's back gesture, or a press outside. Its texts are passed as props, so that
 * it shares no code with the page. */
export function FilterSheet({
  title,
  closeLabel,
  clear,
  hits,
  showHits,
  onClose,
  children,
}: FilterSheetProps) {
  const [open, setOpen] = useState(true);
  const titleId = useId();
  const close = () => setOpen(false);
  return (
    <Modal
      open={open}
      aria-labelledby={titleId}
      onClose={onClose}
      className="filter-sheet border-t border-line bg-paper text-ink raised"
    >
      <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-4">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        <p aria-live="polite" className="ml-auto text-sm text-ink-soft tabular-nums">
          {hits}
        </p>
        <button
          type="button"
          aria-label={closeLabel}
          onClick={close}
          className="inline-flex size-11 items-center justify-center rounded-md hover:bg-sunken"
        >
          <Icon name="close" className="size-6" />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</div>
      <div className="flex gap-3 border-t border-line bg-surface p-3">
        <LinkButton to={clear.to} preventScrollReset variant="secondary">
          {clear.label}
        </LinkButton>
        <Button onClick={close} className="flex-1 tabular-nums">
          {showHits}
        </Button>
      </div>
    </Modal>
  );
}

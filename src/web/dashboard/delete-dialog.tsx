import type { ReactNode } from 'react';
import { dashboardTexts as texts } from '#web/texts/dashboard.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

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

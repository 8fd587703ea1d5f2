import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { addToolTexts as texts } from '#web/texts/forms.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

/** Asks before the page is left while something would be lost with it. */
export function LeaveDialog({ wouldLose }: { wouldLose: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return wouldLose && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wouldLose]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={texts.leave}
      cancelLabel={texts.stay}
      confirmLabel={texts.leaveNow}
      onConfirm={() => blocker.proceed?.()}
    >
      <p>{texts.leaveWhy}</p>
    </ConfirmDialog>
  );
}

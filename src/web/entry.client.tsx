import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

/** Tells the styles, and the page's start script, which then presses again what was pressed before React could hear of it. */
function TakenOver({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.takenOver = '';
    document.dispatchEvent(new Event('taken-over'));
  }, []);
  return children;
}

document.dispatchEvent(new Event('taking-over'));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TakenOver>
        {/* A page that was asked for is drawn in one go: in slices, frames of the old one came between them. */}
        <HydratedRouter useTransitions={false} />
      </TakenOver>
    </StrictMode>,
  );
});

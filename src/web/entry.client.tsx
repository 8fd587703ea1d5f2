import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { repeatEarly } from './repeat-early.ts';

/** Tells the styles that React has taken over, and does again what was done before it could hear of it. */
function TakenOver({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.takenOver = '';
    document.dispatchEvent(new Event('taken-over'));
    repeatEarly();
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

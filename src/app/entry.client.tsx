import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { replayEarlyActs } from './early-acts.ts';

/** Signals that React has taken over, and replays what was done before. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.dispatchEvent(new Event('hydrated'));
    replayEarlyActs();
  }, []);
  return children;
}

document.dispatchEvent(new Event('hydrating'));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Hydrated>
        {/* Renders a requested page in one go: rendered in slices, frames of the old page appeared in
         * between. */}
        <HydratedRouter useTransitions={false} />
      </Hydrated>
    </StrictMode>,
  );
});

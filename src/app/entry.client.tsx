import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { replayEarlyActs } from './early-acts.ts';

/** Says that React has taken over, and does again what was done before it could hear of it. */
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
        {/* A page that was asked for is drawn in one go: in slices, frames of
         * the old one came between them. */}
        <HydratedRouter useTransitions={false} />
      </Hydrated>
    </StrictMode>,
  );
});

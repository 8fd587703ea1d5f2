import type { ReactNode } from 'react';
import { shopTexts } from '#texts/shop.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** A page without navigation, for when the application itself has failed: nothing in it can fail again. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="border-b border-line">
        <div className="page flex h-16 items-center">
          <a href="/" aria-label={shopTexts.name}>
            <Wordmark />
          </a>
        </div>
      </header>
      <main className="page py-16">{children}</main>
    </>
  );
}

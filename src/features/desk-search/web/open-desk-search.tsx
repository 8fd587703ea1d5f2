import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { SEARCH_KEYS } from '#features/search/web/search-shortcut.ts';
import { Icon } from '#ui/icon.tsx';
import { deskSearchTexts as texts } from '../texts.ts';
import type { DeskSearchProps } from './desk-search.tsx';

const DeskSearch = lazy(() => import('./desk-search.tsx'));

/** The button in the header that opens the search of the dashboard, in the place of the shop's
 * own search box, and its shortcut. */
export function OpenDeskSearch(props: Omit<DeskSearchProps, 'isOpen' | 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  // Only rendered once the role is known, so never on the server.
  const [header] = useState(() => document.querySelector('.site-search'));
  if (isOpen && !wasOpened) setWasOpened(true);

  useEffect(() => {
    // Before the script that focuses the shop's search box. Other dialogs keep the keys.
    const press = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey ||
        event.key.toLowerCase() !== 'k'
      )
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!document.querySelector('dialog:modal')) setOpen(true);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);

  return (
    <>
      {header &&
        createPortal(
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-keyshortcuts={SEARCH_KEYS}
            onClick={() => setOpen(true)}
            className="desk-search flex h-11 w-full items-center gap-3 rounded-md border border-line-strong bg-surface px-3 text-left text-ink-soft hover:border-ink"
          >
            <Icon name="search" className="size-5 shrink-0" />
            <span className="min-w-0 flex-1 truncate">{texts.title}</span>
            <span className="label-caps hidden rounded-md border border-line bg-sunken px-1.5 py-0.5 font-sans xl:keyboard:block">
              {texts.shortcut}
            </span>
          </button>,
          header,
        )}
      {wasOpened && (
        <Suspense>
          <DeskSearch {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

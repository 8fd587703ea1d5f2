import { useSyncExternalStore } from 'react';
import { uiTexts } from '#web/texts/ui.ts';
import { Icon } from './icon.tsx';

type Notice = { id: number; kind: 'success' | 'error'; text: string };

const none: readonly Notice[] = [];
const listeners = new Set<() => void>();
let notices = none;
let lastId = 0;

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a text at the top right until it is closed: what stands in for a toast whose code could not be fetched. */
export function showPlainly(kind: Notice['kind'], text: string): void {
  lastId += 1;
  change([...notices, { id: lastId, kind, text }]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What `showPlainly` was told, for a live region; an error is announced at once. */
export function PlainNotices() {
  const shown = useSyncExternalStore(
    subscribe,
    () => notices,
    () => none,
  );
  if (shown.length === 0) return null;
  return (
    <ul className="fixed top-2 right-3 z-30 flex flex-col items-end gap-2">
      {shown.map(({ id, kind, text }) => (
        <li
          key={id}
          className="flex items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 text-ink shadow-raised"
        >
          <span role={kind === 'error' ? 'alert' : undefined} className="font-semibold">
            {text}
          </span>
          <button
            type="button"
            aria-label={uiTexts.closeNotification}
            className="-my-1.5 -mr-2 inline-flex size-8 items-center justify-center rounded-md hover:bg-sunken"
            onClick={() => change(notices.filter((notice) => notice.id !== id))}
          >
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

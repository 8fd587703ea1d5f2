import { useEffect, useState, useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import { uiTexts } from './texts.ts';

const SHOWN_MS = 5000;

type Toast = { id: number; kind: 'success' | 'error'; text: string };

const none: readonly Toast[] = [];
const listeners = new Set<() => void>();
let toasts = none;
let lastId = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(kind: Toast['kind'], text: string): void {
  lastId += 1;
  change([...toasts, { id: lastId, kind, text }]);
}

const close = (id: number) => change(toasts.filter((toast) => toast.id !== id));

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows a toast at the top right for 5000 ms, or longer while it is hovered or focused. */
export const notify = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
};

/** The container of toasts on every page: successes are announced politely, errors at once. */
export function ToastContainer() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  return (
    <section aria-label={uiTexts.notifications} aria-live="polite">
      {shown.length > 0 && <ToastList toasts={shown} />}
    </section>
  );
}

/** All timers pause while one toast is hovered or focused (WCAG 2.2.1). */
function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  return (
    <ul
      className="fixed inset-x-4 top-18 z-30 flex flex-col gap-3 sm:top-20 sm:left-auto sm:w-96"
      onMouseEnter={() => setIsPointedAt(true)}
      onMouseLeave={() => setIsPointedAt(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} {...toast} isStill={isPointedAt || isFocused} />
      ))}
    </ul>
  );
}

function ToastItem({ id, kind, text, isStill }: Toast & { isStill: boolean }) {
  useEffect(() => {
    if (isStill) return;
    const timer = setTimeout(() => close(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isStill]);
  const isError = kind === 'error';
  return (
    <li className="flex items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 text-ink raised">
      <Icon
        name={isError ? 'warning' : 'check'}
        className={isError ? 'size-5 shrink-0 text-bad' : 'size-5 shrink-0 text-good'}
      />
      <span role={isError ? 'alert' : undefined} className="font-semibold whitespace-pre-line">
        {text}
      </span>
      <button
        type="button"
        aria-label={uiTexts.closeNotification}
        className="-my-1.5 -mr-2 ml-auto inline-flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
        onClick={() => close(id)}
      >
        <Icon name="close" className="size-4" />
      </button>
    </li>
  );
}

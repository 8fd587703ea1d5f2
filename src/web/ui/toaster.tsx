import { useEffect, useState } from 'react';
import { Toaster as Sonner, toast, useSonner } from 'sonner';
import { uiTexts } from '#web/texts/ui.ts';
import { Icon } from './icon.tsx';
import 'sonner/dist/styles.css';

const SHOWN_MS = 5000;

const classNames = {
  toast:
    'flex w-full items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 text-base text-ink shadow-raised',
  title: 'font-semibold',
  icon: 'shrink-0',
  closeButton:
    'order-last -my-1.5 -mr-2 ml-auto inline-flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-sunken',
};

/** Shows a text: a success is announced when the reader has a moment, an error at once. */
export function showToast(kind: 'success' | 'error', text: string): void {
  toast[kind](kind === 'error' ? <span role="alert">{text}</span> : text);
}

/**
 * sonner in the shop's look: top right, below the bar, 5000 ms (specification, section 8). Loaded by `toast.tsx` only.
 * The time stands still while a toast is pointed at or focused (WCAG 2.2.1), which sonner by itself does not do for both.
 */
export function Toaster({ onMounted }: { onMounted: () => void }) {
  const { toasts } = useSonner();
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  useEffect(onMounted, [onMounted]);
  // What has gone takes no leave of the pointer and the focus.
  if (toasts.length === 0 && (isPointedAt || isFocused)) {
    setIsPointedAt(false);
    setIsFocused(false);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to press; it only listens for whoever reads inside.
    <div
      onMouseEnter={() => setIsPointedAt(true)}
      onMouseLeave={() => setIsPointedAt(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <Sonner
        position="top-right"
        duration={Number.POSITIVE_INFINITY}
        containerAriaLabel={uiTexts.notifications}
        style={{ fontFamily: 'inherit' }}
        closeButton
        offset={{ top: 80, right: 16 }}
        mobileOffset={{ top: 72, left: 16, right: 16 }}
        icons={{
          success: <Icon name="check" className="size-5 text-good" />,
          error: <Icon name="warning" className="size-5 text-bad" />,
          close: <Icon name="close" className="size-4" />,
        }}
        toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: uiTexts.closeNotification }}
      />
      {toasts.map(({ id }) => (
        <AutoClose key={id} id={id} isStill={isPointedAt || isFocused} />
      ))}
    </div>
  );
}

/** Closes a toast after its time, which begins anew once nobody reads it any more. */
function AutoClose({ id, isStill }: { id: string | number; isStill: boolean }) {
  useEffect(() => {
    if (isStill) return;
    const timer = setTimeout(() => toast.dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isStill]);
  return null;
}

import { useEffect, useState } from 'react';
import { uiTexts } from '#web/texts/ui.ts';
import { PlainNotices, showPlainly } from './plain-notices.tsx';

type Toasts = typeof import('./toaster.tsx');

const wanted = Promise.withResolvers<void>();
const loaded = Promise.withResolvers<Toasts>();
const mounted = Promise.withResolvers<void>();

/** Whether the code could be fetched; asked anew each time it could not. */
async function load(): Promise<boolean> {
  try {
    loaded.resolve(await import('./toaster.tsx'));
    return true;
  } catch {
    return false;
  }
}

async function show(kind: 'success' | 'error', text: string): Promise<void> {
  wanted.resolve();
  if (!(await load())) return showPlainly(kind, text);
  const [{ showToast }] = await Promise.all([loaded.promise, mounted.promise]);
  showToast(kind, text);
}

/**
 * Shows a toast at the top right for 5000 ms, or longer while somebody points at it or has the focus in it. Where the
 * toasts' code cannot be fetched, the text appears all the same, and stays until it is closed.
 */
export const notify = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
};

const firstSigns = ['pointerdown', 'keydown'];

/**
 * The place where toasts appear. The root puts one on every page. The code behind it is fetched at the reader's first
 * press of anything: later than the first paint, and before there is anything to say, which may be that the network
 * is gone. Not `lazy`, which would put the failed page in the place of one that lacks its toasts only.
 */
export function ToastContainer() {
  const [Toaster, setToaster] = useState<Toasts['Toaster']>();
  useEffect(() => {
    const want = () => wanted.resolve();
    void wanted.promise.then(load);
    void loaded.promise.then((toasts) => setToaster(() => toasts.Toaster));
    for (const sign of firstSigns) window.addEventListener(sign, want, { once: true, passive: true });
    return () => {
      for (const sign of firstSigns) window.removeEventListener(sign, want);
    };
  }, []);
  return Toaster ? (
    <Toaster onMounted={mounted.resolve} />
  ) : (
    <section aria-label={uiTexts.notifications} aria-live="polite">
      <PlainNotices />
    </section>
  );
}

import { lazy, Suspense, useEffect, useState } from 'react';
import { uiTexts } from '#texts/ui.ts';

const loadToaster = () => import('./toaster.tsx');
const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }));

const wanted = Promise.withResolvers<void>();
const mounted = Promise.withResolvers<void>();

async function show(kind: 'success' | 'error', text: string): Promise<void> {
  wanted.resolve();
  const [{ showToast }] = await Promise.all([loadToaster(), mounted.promise]);
  showToast(kind, text);
}

/** Shows a toast at the top right for 5000 ms, or longer while somebody points at it or has the focus in it. */
export const notify = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
};

const firstSigns = ['pointerdown', 'keydown'];

/**
 * The place where toasts appear. The root puts one on every page. The code behind it is fetched at the reader's first
 * press of anything: later than the first paint, and before there is anything to say, which may be that the network
 * is gone.
 */
export function ToastContainer() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const load = () => wanted.resolve();
    void wanted.promise.then(() => setShown(true));
    for (const sign of firstSigns) window.addEventListener(sign, load, { once: true, passive: true });
    return () => {
      for (const sign of firstSigns) window.removeEventListener(sign, load);
    };
  }, []);
  const empty = <section aria-label={uiTexts.notifications} aria-live="polite" />;
  return shown ? (
    <Suspense fallback={empty}>
      <Toaster onMounted={mounted.resolve} />
    </Suspense>
  ) : (
    empty
  );
}

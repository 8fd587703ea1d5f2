import { lazy, Suspense, useEffect, useState } from 'react';

const loadToaster = () => import('./toaster.tsx');
const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }));

/** How long the first paint is left alone before the container's code is fetched. */
const QUIET_MS = 1500;

const wanted = Promise.withResolvers<void>();
const mounted = Promise.withResolvers<void>();

async function show(kind: 'success' | 'error', text: string): Promise<void> {
  wanted.resolve();
  const [{ toast }] = await Promise.all([loadToaster(), mounted.promise]);
  toast[kind](text);
}

/** Shows a toast at the top right for 5000 ms. The code behind it is loaded late, off the first paint. */
export const notify = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
};

/** The place where toasts appear. The root puts one on every page. */
export function ToastContainer() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(wanted.resolve, QUIET_MS);
    void wanted.promise.then(() => setShown(true));
    return () => clearTimeout(timer);
  }, []);
  return shown ? (
    <Suspense>
      <Toaster onMounted={mounted.resolve} />
    </Suspense>
  ) : null;
}

import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { Icon } from './icon.tsx';
import 'sonner/dist/styles.css';

export { toast };

const classNames = {
  toast:
    'flex w-full items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 text-base text-ink shadow-raised',
  title: 'font-semibold',
  icon: 'shrink-0',
  closeButton:
    'order-last ml-auto inline-flex size-6 shrink-0 items-center justify-center rounded-md hover:bg-sunken',
};

/** sonner in the shop's look: top right, 5000 ms (specification, section 8). Loaded by `toast.tsx` only. */
export function Toaster({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return (
    <Sonner
      position="top-right"
      duration={5000}
      style={{ fontFamily: 'inherit' }}
      closeButton
      offset={{ top: 80, right: 16 }}
      mobileOffset={{ top: 72, left: 16, right: 16 }}
      icons={{
        success: <Icon name="check" className="size-5 text-good" />,
        error: <Icon name="warning" className="size-5 text-bad" />,
      }}
      toastOptions={{ unstyled: true, classNames }}
    />
  );
}

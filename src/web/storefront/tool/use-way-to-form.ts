import { useCallback, useRef } from 'react';

/**
 * The way of BUY NOW: to the order form, with the focus where the first thing is to be typed (decision 20); if the form
 * is not there yet, as soon as it is. `ref` is the form's.
 */
export function useWayToForm() {
  const form = useRef<HTMLFormElement>(null);
  const isAwaited = useRef(false);
  const ref = useCallback((arrived: HTMLFormElement | null) => {
    form.current = arrived;
    if (!arrived || !isAwaited.current) return;
    isAwaited.current = false;
    focusQuantity(arrived);
  }, []);
  const goThere = () => {
    if (form.current) focusQuantity(form.current);
    else isAwaited.current = true;
  };
  return { ref, goThere };
}

function focusQuantity(form: HTMLFormElement) {
  const quantity = form.querySelector<HTMLInputElement>('[name=minQuantity]');
  quantity?.focus({ preventScroll: true });
  form.scrollIntoView({ block: 'start' });
  quantity?.select();
}

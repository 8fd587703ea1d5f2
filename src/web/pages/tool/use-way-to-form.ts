import { useCallback, useRef } from 'react';

/**
 * The way of BUY NOW: to the order form, with the focus where the first thing is to be typed (decision 20), or to what asks
 * to log in there; if it is not there yet, as soon as it is. `ref` is its own.
 */
export function useWayToForm() {
  const form = useRef<HTMLElement>(null);
  const isAwaited = useRef(false);
  const ref = useCallback((arrived: HTMLElement | null) => {
    form.current = arrived;
    if (!arrived || !isAwaited.current) return;
    isAwaited.current = false;
    focusFirst(arrived);
  }, []);
  const goThere = useCallback(() => {
    if (form.current) focusFirst(form.current);
    else isAwaited.current = true;
  }, []);
  return { ref, goThere };
}

function focusFirst(form: HTMLElement) {
  const first = form.querySelector<HTMLElement>('[name=minQuantity], a');
  first?.focus({ preventScroll: true });
  form.scrollIntoView({ block: 'start' });
  if (first instanceof HTMLInputElement) first.select();
}

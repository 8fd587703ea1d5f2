import { useEffect, useRef } from 'react';

/** Buttons disappear with the state that allowed them: moves the focus to the page's heading, whose ref this
 * returns. */
export function useFocusKept(state: string) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) headingRef.current?.focus();
  }, [state]);
  return headingRef;
}

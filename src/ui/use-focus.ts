import { useCallback, useLayoutEffect, useState } from 'react';

/** Puts the focus on the element with an id, or the first field in it, once what
 * changes along with it has been drawn. */
export function useFocus(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>();
  useLayoutEffect(() => {
    const element = wanted && document.getElementById(wanted.id);
    (element?.querySelector('input') ?? element)?.focus();
  }, [wanted]);
  return useCallback((id) => setWanted({ id }), []);
}

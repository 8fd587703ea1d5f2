import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How large an element is, in pixels; nothing until it has been measured. */
export function useSize<Measured extends Element>(): [
  RefObject<Measured | null>,
  { width: number; height: number } | undefined,
] {
  const ref = useRef<Measured>(null);
  const [size, setSize] = useState<{ width: number; height: number }>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}

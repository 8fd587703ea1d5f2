import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ListPlace, noteHeights, stretchesNear } from './list-place.ts';

type Shown = { from: number; to: number; held: number | undefined; place: ListPlace; width: number };

/**
 * Which stretches of a long list stand in the page: those near the screen, and the one with the focus. Follows the
 * scrolling, changes of width and of what is loaded, and notes in `place` where the reader is.
 */
export function useStretches(grid: RefObject<HTMLElement | null>, place: ListPlace, tools: number) {
  const [shown, setShown] = useState<Shown>({ ...place, place, held: undefined });
  const held = useRef<number>(undefined);
  const seen = useRef<Seen>(undefined);
  const sizes = useRef<ResizeObserver>(undefined);

  if (shown.place !== place) setShown({ ...place, place, held: undefined });

  const update = useCallback(() => {
    if (!grid.current) return;
    const { top } = grid.current.getBoundingClientRect();
    const near = stretchesNear(place, tools, -top, window.innerHeight);
    Object.assign(place, near);
    if (!isWhereItWas(seen.current)) seen.current = findSeen(grid.current);
    const next = { ...near, place, held: held.current, width: place.width };
    setShown((before) => (isSame(before, next) ? before : next));
  }, [grid, place, tools]);

  useEffect(() => {
    update();
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    const widths = new ResizeObserver(() => {
      const width = grid.current?.clientWidth ?? 0;
      const wasMeasured = place.width > 0;
      if (grid.current && width !== place.width) {
        const redraw = () => flushSync(() => setShown((before) => ({ ...before, width })));
        place.width = width;
        const anchor = seen.current;
        if (wasMeasured) measureAnew(grid.current, place, anchor, [redraw, () => flushSync(update)]);
        seen.current = anchor;
      }
      onScroll();
    });
    if (grid.current) widths.observe(grid.current);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
      widths.disconnect();
    };
  }, [grid, place, update]);

  const latest = useRef(place);
  latest.current = place;
  /** Notes a stretch's height for as long as it stands in the page. To be given to each as `ref`. */
  const observe = useCallback((stretch: HTMLElement | null) => {
    if (!stretch) return;
    sizes.current ??= new ResizeObserver((entries) => noteHeights(latest.current, heightsOf(entries)));
    sizes.current.observe(stretch);
    return () => sizes.current?.unobserve(stretch);
  }, []);

  useEffect(() => {
    const list = grid.current;
    if (!list) return;
    const within = (target: EventTarget | null, part: string) =>
      target instanceof Element ? target.closest<HTMLElement>(part)?.dataset : undefined;
    const onFocusIn = ({ target }: FocusEvent) => {
      place.focused = within(target, '[data-tool]')?.tool;
      held.current = Number(within(target, '[data-stretch]')?.stretch);
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      held.current = undefined;
      // Without a target the window lost the focus, or the page is being left.
      if (relatedTarget) place.focused = undefined;
    };
    list.addEventListener('focusin', onFocusIn);
    list.addEventListener('focusout', onFocusOut);
    return () => {
      list.removeEventListener('focusin', onFocusIn);
      list.removeEventListener('focusout', onFocusOut);
    };
  }, [grid, place]);
  return { from: shown.from, to: shown.to, held: shown.held, observe };
}

function heightsOf(entries: readonly ResizeObserverEntry[]): [stretch: number, height: number][] {
  return entries.map(({ target, borderBoxSize }) => [numberOf(target), borderBoxSize[0]?.blockSize ?? 0]);
}

function numberOf(stretch: Element): number {
  return stretch instanceof HTMLElement ? Number(stretch.dataset.stretch) : 0;
}

/** The first card that is to be seen, and where its top is on the screen. */
type Seen = { card: Element; top: number };

function findSeen(list: HTMLElement): Seen | undefined {
  // By way of the children: a search through all that is in the page at each scroll takes longer than the rest.
  const stretch = firstSeen(stretchesIn(list));
  const card = stretch && firstSeen(stretch.children);
  return card && { card, top: card.getBoundingClientRect().top };
}

/** Whether nobody has scrolled since: of a row of cards the same one counts then, however often a phone is turned. */
function isWhereItWas(seen: Seen | undefined): boolean {
  return !!seen?.card.isConnected && Math.abs(seen.card.getBoundingClientRect().top - seen.top) < 1;
}

function firstSeen(boxes: Iterable<Element>): Element | undefined {
  for (const box of boxes) if (box.getBoundingClientRect().bottom > 0) return box;
  return undefined;
}

/**
 * Forgets the heights of another width, and takes them again at each step of drawing the list anew. Boxes then change their
 * size, above the screen too; what was seen is brought back to where it was, and the browser does not do the same once more.
 */
function measureAnew(
  list: HTMLElement,
  place: ListPlace,
  seen: Seen | undefined,
  steps: readonly (() => void)[],
): void {
  place.heights.clear();
  const root = document.documentElement.style;
  root.overflowAnchor = 'none';
  for (const draw of steps) {
    noteHeights(place, measure(list));
    draw();
    if (seen?.card.isConnected) window.scrollBy(0, seen.card.getBoundingClientRect().top - seen.top);
  }
  requestAnimationFrame(() => requestAnimationFrame(() => root.removeProperty('overflow-anchor')));
}

function stretchesIn(list: HTMLElement): HTMLElement[] {
  return [...list.children].filter(
    (box): box is HTMLElement => box instanceof HTMLElement && 'stretch' in box.dataset,
  );
}

function measure(list: HTMLElement): [stretch: number, height: number][] {
  return stretchesIn(list).map((stretch) => [numberOf(stretch), stretch.getBoundingClientRect().height]);
}

function isSame(one: Shown, other: Shown): boolean {
  const { from, to, held, place } = one;
  return from === other.from && to === other.to && held === other.held && place === other.place;
}

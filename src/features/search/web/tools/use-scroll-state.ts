import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect } from 'react';
import { useNavigationType } from 'react-router';

/** How a reader left a list: how high each of its parts was, in pixels, and the
 * tool whose card had the focus. */
type ScrollState = { heights: number[]; focused: string | undefined };

/** The first card that is to be seen, and where its top is on the screen. */
type Seen = { card: Element; top: number };

/** Keeps a reader's place in a list: answers how high its parts were, so that the browser's own place in
 * it is right, and gives the focus back. When the list becomes wider or narrower, as when a phone is
 * turned, the card at the top stays. */
export function useScrollState(list: RefObject<HTMLElement | null>, address: string): number[] | undefined {
  const queries = useQueryClient();
  const isBack = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const key = keyOf(address);
    const focused = isBack && queries.getQueryData<ScrollState>(key)?.focused;
    if (focused) cardOf(box, focused)?.querySelector('a')?.focus({ preventScroll: true });
    const state: ScrollState = { heights: [], focused: undefined };
    const stop = followScroll(box, (heights) => {
      state.heights = heights;
    });
    return () => {
      stop();
      const card = box.contains(document.activeElement) && document.activeElement?.closest('[data-tool]');
      if (card instanceof HTMLElement) state.focused = card.dataset.tool;
      queries.setQueryData(key, state);
    };
  }, [list, address, queries, isBack]);
  return queries.getQueryData<ScrollState>(keyOf(address))?.heights;
}

const keyOf = (address: string) => ['scroll-state', address];

const cardOf = (box: HTMLElement, tool: string) => box.querySelector(`[data-tool="${CSS.escape(tool)}"]`);

/** Tells the heights of a list's parts whenever they change, and holds what is seen
 * where it is when its width does. */
function followScroll(box: HTMLElement, onHeights: (heights: number[]) => void): () => void {
  let width = box.clientWidth;
  let seen: Seen | undefined;
  let held: Seen | undefined;
  const onScroll = () => {
    // Of a row of cards the same one counts until somebody scrolls, however often a phone is turned.
    if (seen && Math.abs(topOf(seen.card) - seen.top) < 1) return;
    seen = findSeen(box);
    held = undefined;
  };
  const sizes = new ResizeObserver(() => {
    if (box.clientWidth !== width) held = seen;
    width = box.clientWidth;
    // Parts come to be laid out anew at this width one by one.
    if (held?.card.isConnected) window.scrollBy(0, topOf(held.card) - held.top);
    onHeights(Array.from(box.children, (part) => part.getBoundingClientRect().height));
  });
  sizes.observe(box);
  window.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    sizes.disconnect();
    window.removeEventListener('scroll', onScroll);
  };
}

const topOf = (card: Element) => card.getBoundingClientRect().top;

function findSeen(box: HTMLElement): Seen | undefined {
  // By way of the parts: nothing that is not laid out is to be measured.
  const part = firstSeen(box.children);
  const card = part && firstSeen(part.children);
  return card && { card, top: topOf(card) };
}

function firstSeen(boxes: Iterable<Element>): Element | undefined {
  for (const box of boxes) if (box.getBoundingClientRect().bottom > 0) return box;
  return undefined;
}

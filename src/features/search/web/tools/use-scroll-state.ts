import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect } from 'react';
import { useNavigationType } from 'react-router';

/** How a user left a list: the height of each of its parts, in pixels, and the tool whose card had the
 * focus. */
type ScrollState = { heights: number[]; focused: string | undefined };

/** The first visible card, and its top relative to the viewport, in pixels. */
type Seen = { card: Element; top: number };

/** Restores a user's place in a list: returns the heights of its parts, so that the browser's scroll position
 * is right, and restores the focus. When the list's width changes, for example when a phone is rotated, the
 * card at the top stays in place. */
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

/** Reports the heights of a list's parts whenever they change, and preserves the visible card's position when
 * the width does. */
function followScroll(box: HTMLElement, onHeights: (heights: number[]) => void): () => void {
  let width = box.clientWidth;
  let seen: Seen | undefined;
  let held: Seen | undefined;
  const onScroll = () => {
    // In a row of cards the same card is the reference until the user scrolls, however often a phone is
    // rotated.
    if (seen && Math.abs(topOf(seen.card) - seen.top) < 1) return;
    seen = findSeen(box);
    held = undefined;
  };
  const sizes = new ResizeObserver(() => {
    if (box.clientWidth !== width) held = seen;
    width = box.clientWidth;
    // Parts are laid out at the new width one after another.
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
  // Searches the parts first, to avoid measuring cards that are not laid out.
  const part = firstSeen(box.children);
  const card = part && firstSeen(part.children);
  return card && { card, top: topOf(card) };
}

function firstSeen(boxes: Iterable<Element>): Element | undefined {
  for (const box of boxes) if (box.getBoundingClientRect().bottom > 0) return box;
  return undefined;
}

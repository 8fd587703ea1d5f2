import { useSyncExternalStore } from 'react';
import { MAX_COMPARED } from '../rules.ts';

/** A tool that was marked to be compared. */
export type Compared = { _id: string; name: string };

const KEY = 'compare';
const NONE: readonly Compared[] = [];

let chosen: readonly Compared[] | undefined;
const listeners = new Set<() => void>();

/** What was marked in this tab: another person's tab has its own. */
function readChosen(): readonly Compared[] {
  chosen ??= readStored();
  return chosen;
}

function readStored(): readonly Compared[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.slice(0, MAX_COMPARED) : NONE;
  } catch {
    // Storage may be forbidden; what is marked then lasts as long as the page.
    return NONE;
  }
}

/** Marks these tools, up to four, instead of those before. */
export function setCompared(tools: readonly Compared[]): void {
  chosen = tools.slice(0, MAX_COMPARED).map(({ _id, name }) => ({ _id, name }));
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // As above.
  }
  for (const tell of listeners) tell();
}

/** Marks a tool, or takes its mark away. */
export function toggleCompared(tool: Compared): void {
  const others = readChosen().filter(({ _id }) => _id !== tool._id);
  setCompared(others.length < readChosen().length ? others : [...others, tool]);
}

/** Returns the tools that are marked; none on the server. */
export const useCompared = (): readonly Compared[] =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    readChosen,
    () => NONE,
  );

import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';

const STORAGE_KEY = 'theme';

/** The paper of both themes, the token of that name, for what lies outside of the
 * pages: the bar of a phone's browser. */
export const paperColours = { light: '#f6f5f1', dark: '#14161a' };

/** Runs in the head before painting, after `theme-color`: a chosen theme must not
 * flash in late, on page or bar. */
export const themeScript = `try{const t=localStorage.getItem('${STORAGE_KEY}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;for(const m of document.querySelectorAll('[name=theme-color]'))m.media=m.media.includes(t)?'all':'not all'}}catch{}`;

const listeners = new Set<() => void>();

function current(): ThemeChoice {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** When a theme is the one that is shown, as a media query. */
export function themeMedia(theme: 'light' | 'dark', choice: ThemeChoice): string {
  if (choice === 'system') return `(prefers-color-scheme: ${theme})`;
  return choice === theme ? 'all' : 'not all';
}

function colourBar(theme: 'light' | 'dark', choice: ThemeChoice): void {
  const colour = `meta[name=theme-color][content="${paperColours[theme]}"]`;
  document.querySelector<HTMLMetaElement>(colour)?.setAttribute('media', themeMedia(theme, choice));
}

/** Applies a choice at once and remembers it where the browser allows. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  colourBar('light', choice);
  colourBar('dark', choice);
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Storage may be forbidden; the choice then holds for this visit.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The reader's choice; `system` on the server. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, current, () => 'system');
}

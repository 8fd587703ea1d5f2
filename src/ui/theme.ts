import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';

const STORAGE_KEY = 'theme';

/** The themes' paper colours (the token of that name), for areas outside the page, such as a phone browser's
 * bar. */
export const paperColours = { light: '#f6f5f1', dark: '#14161a' };

/** Inline script for the head, after `theme-color`: applies the chosen theme before painting, so that page
 * and bar do not flash. */
export const themeScript = `try{const t=localStorage.getItem('${STORAGE_KEY}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;for(const m of document.querySelectorAll('[name=theme-color]'))m.media=m.media.includes(t)?'all':'not all'}}catch{}`;

const listeners = new Set<() => void>();

function current(): ThemeChoice {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** The media query under which a theme is shown. */
export function themeMedia(theme: 'light' | 'dark', choice: ThemeChoice): string {
  if (choice === 'system') return `(prefers-color-scheme: ${theme})`;
  return choice === theme ? 'all' : 'not all';
}

function colourBar(theme: 'light' | 'dark', choice: ThemeChoice): void {
  const colour = `meta[name=theme-color][content="${paperColours[theme]}"]`;
  document.querySelector<HTMLMetaElement>(colour)?.setAttribute('media', themeMedia(theme, choice));
}

/** Applies a choice at once and stores it if the browser allows. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  colourBar('light', choice);
  colourBar('dark', choice);
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Storage may be forbidden; the choice then lasts for this visit.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the user's choice; `system` on the server. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, current, () => 'system');
}

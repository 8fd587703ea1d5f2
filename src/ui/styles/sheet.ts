import type { Accent } from '#contracts/accent.ts';

/** The id of every page's `style` element. */
export const SHEET_ID = 'sheet';

/** The shop's only style sheet as text, included in every page. In a browser it is read from the page, so
 * that no script contains it again. */
export const sheet: string = import.meta.env.SSR
  ? (await import('./app.css?inline')).default
  : (document.getElementById(SHEET_ID)?.textContent ?? '');

const accents = import.meta.env.SSR ? await import('#contracts/accent.ts') : undefined;

/** Returns the style sheet with the owner's accent, if any; the one in the page already includes it. */
export const sheetIn = (accent: Accent | undefined) =>
  accents && accent ? sheet + accents.accentRule(accent) : sheet;

// Lets Vite update the styles of an open page as they change.
if (import.meta.env.DEV && !import.meta.env.SSR) await import('./app.css');

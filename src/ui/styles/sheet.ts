import { type Accent, accentRule } from '#contracts/accent.ts';

/** What the `style` element of every page is found by. */
export const SHEET_ID = 'sheet';

/** The shop's one style sheet as text, in every page. In a browser it is read from
 * there: no script holds it again. */
export const sheet: string = import.meta.env.SSR
  ? (await import('./app.css?inline')).default
  : (document.getElementById(SHEET_ID)?.textContent ?? '');

/** The style sheet with the owner's accent, where there is one; the one in the page has it already. */
export const sheetIn = (accent: Accent | undefined) =>
  import.meta.env.SSR && accent ? sheet + accentRule(accent) : sheet;

// Vite then changes the styles of an open page as they are written.
if (import.meta.env.DEV && !import.meta.env.SSR) await import('./app.css');

/** What the `style` element of every page is found by. */
export const SHEET_ID = 'sheet';

/**
 * The shop's one style sheet as text: every page brings it along, so that the first paint waits for no second request.
 * In a browser it is read from there; the scripts do not hold it once more.
 */
export const sheet: string = import.meta.env.SSR
  ? (await import('./app.css?inline')).default
  : (document.getElementById(SHEET_ID)?.textContent ?? '');

// Vite then changes the styles of an open page as they are written.
if (import.meta.env.DEV && !import.meta.env.SSR) await import('./app.css');

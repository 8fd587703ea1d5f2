/** What React Router calls the entry of the browser's history that a visit begins with. */
const FIRST_KEY = 'default';

/**
 * The key of the entry at which the browser's history is, as `useLocation` gives it. On the way back or forward the
 * history is there before the page is.
 */
export function historyKey(): string {
  return window.history.state?.key ?? FIRST_KEY;
}

const PREFIX = 'draft:';

/** What somebody has typed into a form and not sent yet, kept as long as the tab is open. */
export type Draft = Record<string, string | number>;

const keyOf = (form: string, email: string) => `${PREFIX}${form}:${email}`;

/** What the person with this email had typed into a form, if anything. */
export function readDraft(form: string, email: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(form, email)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft; an empty one is forgotten. */
export function keepDraft(form: string, email: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(keyOf(form, email));
    else sessionStorage.setItem(keyOf(form, email), JSON.stringify(draft));
  } catch {
    // Storage may be forbidden or full; what was typed then lives as long as the page.
  }
}

/** Forgets everybody's drafts: for whoever logs out, and may leave the browser to somebody else. */
export function forgetDrafts(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Where storage is forbidden, nothing is kept.
  }
}

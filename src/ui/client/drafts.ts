const PREFIX = 'draft:';

/** Values typed into a form and not sent yet, stored as long as the tab is open. */
export type Draft = Record<string, string | number>;

const keyOf = (form: string, email: string) => `${PREFIX}${form}:${email}`;

/** Reads the draft of the user with this email, if any. */
export function readDraft(form: string, email: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(form, email)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a draft; an empty one is deleted. */
export function keepDraft(form: string, email: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(keyOf(form, email));
    else sessionStorage.setItem(keyOf(form, email), JSON.stringify(draft));
  } catch {
    // Storage may be forbidden or full; the draft then lasts as long as the page.
  }
}

/** Deletes all drafts: after logging out, another person may use the browser. */
export function forgetDrafts(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // With storage forbidden, nothing is stored.
  }
}

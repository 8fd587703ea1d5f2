const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `text` as HTML that shows it, between tags or in a quoted attribute. */
export function escapeHtml(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** What a text says in JSON, of which nothing has been checked; `undefined` for one that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

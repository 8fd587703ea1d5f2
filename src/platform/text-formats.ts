const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes `text` for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Parses JSON without validating the content; `undefined` for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

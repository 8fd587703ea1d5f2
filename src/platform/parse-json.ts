/** What a text says in JSON, of which nothing has been checked; `undefined` for one that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

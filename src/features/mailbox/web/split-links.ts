/** A stretch of a text, and where it begins. */
export type Stretch = { start: number; words: string; isLink: boolean };

/** Splits a plain text into its http(s) links and what stands between them. Joined again, they give the text. */
export function splitLinks(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let end = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g)) {
    if (match.index > end) stretches.push({ start: end, words: text.slice(end, match.index), isLink: false });
    stretches.push({ start: match.index, words: match[0], isLink: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) stretches.push({ start: end, words: text.slice(end), isLink: false });
  return stretches;
}

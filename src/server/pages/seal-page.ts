/** A page of HTML with the inline scripts and styles that are its own. */
export type SealedPage = { html: string; scripts: string[]; styles: string[] };

/**
 * Takes the rendering's secret mark off a page and lists the inline scripts and styles that bore it. One that got into
 * the page by any other way bears no mark, is not on the list, and will be neither run nor applied.
 *
 * @param mark what the page's own script and style elements have as `nonce`; at least 128 random bits
 */
export function sealPage(marked: string, mark: string): SealedPage {
  const parts = marked.split(` nonce="${mark}"`);
  const textsOf = (element: 'script' | 'style') =>
    parts.slice(1).flatMap((after, index) => {
      const before = parts[index] ?? '';
      const tag = before.slice(before.lastIndexOf('<'));
      if (tag.includes('>') || tag.split(' ', 1)[0] !== `<${element}`) return [];
      const text = after.slice(after.indexOf('>') + 1, after.indexOf(`</${element}>`));
      return text === '' ? [] : [text];
    });
  return { html: parts.join(''), scripts: textsOf('script'), styles: textsOf('style') };
}

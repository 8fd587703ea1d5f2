/** A page of HTML with the inline scripts and styles that are its own. */
export type SealedPage = { html: string; scripts: string[]; styles: string[] };

/** Data that rides in a script element is never run. */
const DATA_BLOCK = /\btype="application\/(ld\+)?json"/;

/**
 * Takes the rendering's secret mark off a page and lists the inline scripts and styles that bore it. One that got into
 * the page by any other way bears no mark, is not on the list, and will be neither run nor applied.
 *
 * @param mark what the page's own script and style elements have as `nonce`; at least 128 random bits
 */
export function sealPage(marked: string, mark: string): SealedPage {
  const nonce = ` nonce="${mark}"`;
  const textsOf = (elements: RegExp) =>
    [...marked.matchAll(elements)].flatMap(([, attributes = '', text = '']) =>
      attributes.includes(nonce) && text !== '' && !DATA_BLOCK.test(attributes) ? [text] : [],
    );
  return {
    html: marked.replaceAll(nonce, ''),
    scripts: textsOf(/<script\b([^>]*)>(.*?)<\/script>/gs),
    styles: textsOf(/<style\b([^>]*)>(.*?)<\/style>/gs),
  };
}

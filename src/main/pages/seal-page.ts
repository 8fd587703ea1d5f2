/** A page of HTML with the inline scripts that are its own. */
export type SealedPage = { html: string; scripts: string[] };

/** Data that rides in a script element is never run. */
const DATA_BLOCK = /\btype="application\/(ld\+)?json"/;

/**
 * Takes the rendering's secret mark off a page and lists the inline scripts that bore it. A script that got into the
 * page by any other way bears no mark, is not on the list, and will not be run.
 *
 * @param mark what the page's own script elements have as `nonce`; at least 128 random bits
 */
export function sealPage(marked: string, mark: string): SealedPage {
  const nonce = ` nonce="${mark}"`;
  const elements = marked.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs);
  const scripts = [...elements].flatMap(([, attributes = '', text = '']) =>
    attributes.includes(nonce) && text !== '' && !DATA_BLOCK.test(attributes) ? [text] : [],
  );
  return { html: marked.replaceAll(nonce, ''), scripts };
}

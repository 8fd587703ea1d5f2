import { LOCALE } from '#texts/locale.ts';
import { busyPageTexts, tooManyPageTexts } from '#web/texts/failed-page.ts';

/** What stands in for a page that was not made in time. */
export const busyPage = barePage(busyPageTexts);

/** What stands in for a page that is not made for somebody who has asked for too many. */
export const tooManyPage = barePage(tooManyPageTexts);

/** A page without any script or style, so that its content policy is bare. */
function barePage(texts: typeof busyPageTexts): string {
  return `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${texts.title}</title></head><body><main><h1>${texts.heading}</h1>
<p>${texts.text}</p>
<p><a href="">${texts.again}</a>${texts.between}<a href="/">${texts.home}</a>${texts.end}</p></main></body></html>
`;
}

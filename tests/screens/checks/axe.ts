import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const bestPractices = [
  'empty-heading',
  'empty-table-header',
  'heading-order',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-one-main',
  'landmark-unique',
  'label-title-only',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
  'tabindex',
  'table-duplicate-name',
];

/** The rules that axe checks: all, or colours only. */
const kinds = {
  everything: {
    runOnly: wcag,
    rules: Object.fromEntries(bestPractices.map((id) => [id, { enabled: true }])),
  },
  colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

/** Rows of a list are all alike: axe sees only this many, since a hundred take ten times as long. */
const ROWS_SHOWN = 24;
/** Elements laid out only near the window have no measurable size yet. */
const forAxe = `[data-row]:nth-child(n + ${ROWS_SHOWN + 1}) { display: none !important }
  * { content-visibility: visible !important }
  .save-bar { position: static !important }`;

/** Returns axe's violations on the page. */
export async function axeProblems(page: Page, kind: keyof typeof kinds): Promise<string[]> {
  // A button that is half under a bar at the window's edge is not smaller for that.
  await page.evaluate(() => window.scrollTo(0, 0));
  await adopt(page, forAxe);
  // Axe stays in the page once injected, and injecting it is slow.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axeSource = isThere ? { axeSource: 'axe' } : {};
  // Legacy mode runs in the page itself. Otherwise axe opens another page each time, which takes twice as
  // long.
  const { violations } = await new AxeBuilder({ page, ...axeSource })
    .setLegacyMode()
    .options({ ...kinds[kind], resultTypes: ['violations'] })
    .analyze();
  await adopt(page, '');
  return violations.map(({ id, nodes }) => {
    const [first] = nodes;
    const why = first?.failureSummary?.split('\n').at(-1)?.trim();
    return `axe ${id}, ${nodes.length} times: ${first?.html.slice(0, 160)} ${why}`;
  });
}

/** Our styles on top of the page's own, which a policy against foreign styles does not block. */
async function adopt(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

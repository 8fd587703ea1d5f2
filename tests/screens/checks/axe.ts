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

/** What axe is asked for: everything, the colours alone, or what depends on a screen's width. */
const kinds = {
  everything: {
    runOnly: wcag,
    rules: Object.fromEntries(bestPractices.map((id) => [id, { enabled: true }])),
  },
  colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
  layout: {
    runOnly: ['target-size', 'scrollable-region-focusable', 'landmark-unique', 'page-has-heading-one'],
  },
};

/** What axe objects to on the page as it stands. */
export async function axeProblems(page: Page, kind: keyof typeof kinds): Promise<string[]> {
  // Legacy mode: in the page itself. Otherwise axe opens a page of its own each time, which takes twice as long.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ ...kinds[kind], resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => {
    const [first] = nodes;
    const why = first?.failureSummary?.split('\n').at(-1)?.trim();
    return `axe ${id}, ${nodes.length} times: ${first?.html.slice(0, 160)} ${why}`;
  });
}

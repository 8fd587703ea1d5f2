import type { LegalPage } from '#contracts/duties.ts';
import { publishLegalPage, readManagedPage, saveLegalPage } from '#features/legal/change-legal.ts';
import { runAsActor } from '#platform/actor.ts';
import type { TestShop } from './test-shop.ts';

/** A finished text of a page. */
export const legalText = (opening = 'What applies.') => ({
  opening,
  parts: [{ heading: 'Ordering', text: 'See [Returns](/legal/returns).' }],
});

/** Saves a text of a page as its next version, and publishes it; returns the version. */
export async function publishText(t: TestShop, page: LegalPage, opening?: string, file?: string) {
  return runAsActor({ actor: 'admin' }, async () => {
    const { version } = await readManagedPage(t.shop, page);
    const saved = await saveLegalPage(t.shop, page, { version, ...legalText(opening), file });
    await publishLegalPage(t.shop, page, saved.version);
    return saved.version;
  });
}

import { hasDuty, legalPages } from '#contracts/duties.ts';
import { type ShopSettings, WITHDRAW_PATH } from '#contracts/shop-settings.ts';
import { findDetails } from '#features/shop-details/store.ts';
import type { Database } from '#platform/database/database.ts';
import { withdrawLinkLabel } from '#texts/shop.ts';
import { listPublished } from './store.ts';
import { legalTitle } from './texts.ts';

/** The links at the foot of every page that the law asks for: the published legal pages, in order, that on the
 * Union's guarantee only where it applies, and the page for withdrawals, with the words of Directive
 * 2011/83/EU, art. 11a. */
export async function findFooterLinks(db: Database): Promise<NonNullable<ShopSettings['footerLinks']>> {
  const { region, law } = await findDetails(db);
  const published = new Set((await listPublished(db)).map(({ page }) => page));
  const place = { country: region.country, customers: law.customers };
  const pages = legalPages
    .filter((page) => published.has(page) && (page !== 'guarantee' || hasDuty(place, 'page-guarantee')))
    .map((page) => ({ to: `/legal/${page}`, label: legalTitle(page, region.country) }));
  const withdraw = { to: WITHDRAW_PATH, label: withdrawLinkLabel };
  return hasDuty(place, 'withdrawal') ? [...pages, withdraw] : pages;
}

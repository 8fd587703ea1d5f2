import type { LegalPage } from '#contracts/duties.ts';
import { UNION } from '#contracts/member-states.ts';
import type { ShopDetails } from '#contracts/shop-details.ts';
import type { LegalText } from './contract.ts';
import { type Facts, factsOf } from './draft-facts.ts';
import { general } from './draft-general.ts';
import { union } from './draft-union.ts';
import { unitedKingdom } from './draft-united-kingdom.ts';
import { unitedStates } from './draft-united-states.ts';

type Drafts = Partial<Record<LegalPage, (facts: Facts) => LegalText>>;

function draftsOf(country: string): Drafts {
  if (country === 'US') return unitedStates;
  if (country === 'GB') return unitedKingdom;
  return UNION.includes(country) ? union : general;
}

/** Returns the draft of a page for a shop's country and customers, filled with its details. Words in brackets
 * are the owner's to replace. None of it is legal advice. */
export function draftOf(page: LegalPage, details: ShopDetails): LegalText {
  const drafts = draftsOf(details.region.country);
  const write = drafts[page] ?? union[page];
  return write(factsOf(details));
}

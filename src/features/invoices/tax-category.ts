import { UNION } from '#contracts/member-states.ts';
import { isHomeArea, isInUnion, vatAreaOf } from '#features/charge-rules/vat-rules.ts';
import type { TaxCategory } from '#invoice-xml';
import type { Seller } from './invoice.ts';

/** What determines the category, as frozen when the payment started. `goodsTo`: where the goods change
 * hands. */
type Sale = {
  seller: Pick<Seller, 'country' | 'vatNumber' | 'taxNumber'>;
  vatNumber: string;
  goodsTo: { country: string; postcode: string | null };
};

/** `exempt`: its rate is 0 only because the buyer is a business of another country. */
type Part = { taxRatePpm: number; exempt: boolean };

/** VAT IDs of businesses in the member states and in Northern Ireland. */
const isUnionNumber = (vatNumber: string) => isInUnion(vatNumber.slice(0, 2).replace('EL', 'GR'));

/** Returns the category of delivery: untaxed delivery takes the category of the untaxed goods if they all
 * share one. */
export function deliveryCategory(own: TaxCategory, ofGoods: readonly TaxCategory[]): TaxCategory {
  const untaxed = new Set(ofGoods.filter((category) => category !== 'S'));
  const [reason] = untaxed;
  return own === 'S' || untaxed.size !== 1 || reason === undefined ? own : reason;
}

/** Returns the category of each part of a sale. In a shop without tax numbers that taxes nothing, parts are
 * outside the scope of tax. Goods that leave the EU VAT area, or the country of a seller outside it, are
 * exports; goods to a business in another member state are an intra-community supply if both have a VAT ID
 * (BR-IC-02, BR-G-02). A seller in the EU that taxes nothing at home, or has no VAT ID, is a small business
 * (§ 19 UStG and similar) and its sales are exempt, since zero rates are for what the law lists. */
export function categoriesOf(
  { seller, vatNumber, goodsTo }: Sale,
  parts: readonly Part[],
): (part: Part) => TaxCategory {
  const isRegistered = seller.vatNumber !== '' || seller.taxNumber !== '';
  const isTaxFree = parts.every(({ taxRatePpm }) => taxRatePpm === 0);
  const area = vatAreaOf(goodsTo) ?? goodsTo.country;
  const isOfUnion = UNION.includes(vatAreaOf({ country: seller.country }) ?? '');
  const isAbroad = !isHomeArea(seller.country, area);
  const isExport = isAbroad && !(isOfUnion && isInUnion(area));
  const isSupply = isAbroad && !isExport && isUnionNumber(vatNumber);
  const isSmall = isOfUnion && isTaxFree && (seller.vatNumber === '' || !isAbroad);
  return ({ taxRatePpm, exempt }) => {
    if (taxRatePpm > 0) return 'S';
    if (!isRegistered) return isTaxFree ? 'O' : 'E';
    if (isExport) return seller.vatNumber ? 'G' : 'E';
    if (exempt) return isSupply && seller.vatNumber ? 'K' : 'E';
    return isSmall ? 'E' : 'Z';
  };
}

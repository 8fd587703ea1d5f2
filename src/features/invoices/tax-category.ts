import { isHomeArea, isInUnion, UNION, vatAreaOf } from '#features/delivery-tax/vat-rules.ts';
import type { TaxCategory } from '#invoice-xml';
import type { Seller } from './invoice.ts';

/** What decides on it, as it was frozen when the payment started. `goodsTo`: where the goods change hands. */
type Sale = {
  seller: Pick<Seller, 'country' | 'vatNumber' | 'taxNumber'>;
  vatNumber: string;
  goodsTo: { country: string; postcode: string | null };
};

/** `exempt`: its rate is 0 for a business of another country alone. */
type Part = { taxRatePpm: number; exempt: boolean };

/** Numbers of the member states' and of Northern Ireland's businesses. */
const isUnionNumber = (vatNumber: string) => isInUnion(vatNumber.slice(0, 2).replace('EL', 'GR'));

/** The category of delivery: what is not taxed of it follows the goods, where all that are
 * not taxed are so for one reason. */
export function deliveryCategory(own: TaxCategory, ofGoods: readonly TaxCategory[]): TaxCategory {
  const untaxed = new Set(ofGoods.filter((category) => category !== 'S'));
  const [reason] = untaxed;
  return own === 'S' || untaxed.size !== 1 || reason === undefined ? own : reason;
}

/** The category of each part of a sale. Nothing taxed in a shop without tax numbers is not subject to tax.
 * Goods that leave the Union's area of VAT, or the country of a seller elsewhere, are exported; those that
 * go to a business in another member state are an intra-community supply, where both have a VAT ID to say so
 * (BR-IC-02, BR-G-02). Whoever in the Union taxes nothing at home, or has no VAT ID, is a small business (§
 * 19 UStG and its like): exempt, as zero rates are for what the law lists. */
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

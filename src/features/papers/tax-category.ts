import type { Seller, TaxCategory } from './paper.ts';

/** What decides on it, as it was frozen when the payment started. `goodsTo`: the country in which the goods change hands. */
type Sale = {
  seller: Pick<Seller, 'country' | 'vatNumber' | 'taxNumber'>;
  vatNumber: string;
  goodsTo: string;
};

/** `exempt`: its rate is 0 for a business of another country alone. */
type Part = { taxRatePpm: number; exempt: boolean };

/** The member states, by ISO 3166. */
const UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

const isUnionNumber = (vatNumber: string) => UNION.has(vatNumber.slice(0, 2).replace('EL', 'GR'));

/** The category of delivery: what is not taxed of it follows the goods, where all that are not taxed are so for one reason. */
export function deliveryCategory(own: TaxCategory, ofGoods: readonly TaxCategory[]): TaxCategory {
  const untaxed = new Set(ofGoods.filter((category) => category !== 'S'));
  const [reason] = untaxed;
  return own === 'S' || untaxed.size !== 1 || reason === undefined ? own : reason;
}

/** The category of each part of a sale. Nothing taxed in a shop without tax numbers is not subject to tax. Goods that leave the
 * Union are exported; those that go to a business in another member state are an intra-community supply, where both have a VAT
 * ID to say so (BR-IC-02, BR-G-02). */
export function categoriesOf(
  { seller, vatNumber, goodsTo }: Sale,
  parts: readonly Part[],
): (part: Part) => TaxCategory {
  const isRegistered = seller.vatNumber !== '' || seller.taxNumber !== '';
  const isTaxFree = parts.every(({ taxRatePpm }) => taxRatePpm === 0);
  const isFromUnion = UNION.has(seller.country) && goodsTo !== seller.country;
  const isExport = isFromUnion && !UNION.has(goodsTo);
  const isSupply = isFromUnion && UNION.has(goodsTo) && isUnionNumber(vatNumber);
  return ({ taxRatePpm, exempt }) => {
    if (taxRatePpm > 0) return 'S';
    if (!isRegistered) return isTaxFree ? 'O' : 'E';
    if (isExport) return seller.vatNumber ? 'G' : 'E';
    if (!exempt) return 'Z';
    return isSupply && seller.vatNumber ? 'K' : 'E';
  };
}

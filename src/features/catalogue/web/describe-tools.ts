import type { ShopSettings } from '#contracts/shop-settings.ts';
import type { Card, Tool, ToolDetails } from '#features/catalogue/contract.ts';
import { isGlobalGtin } from '#features/catalogue/gtin-rules.ts';
import { canBeOrdered, familyPath, minimumTotal, reductionOf, toolPath } from '#features/catalogue/rules.ts';
import { type FamilyOfCard, familyPicture, isFamilyCard } from './family-of-card.ts';

/** Units of quantities: 'one', gram and millimetre (UN/CEFACT Recommendation 20, which schema.org's
 * `unitCode` uses). */
const PIECE = 'C62';
const GRAM = 'GRM';
const MILLIMETRE = 'MMT';

/** The price before a reduction. */
const STRUCK_THROUGH = 'https://schema.org/StrikethroughPrice';

/** The shop's settings that a description needs. */
export type DescribedShop = Pick<ShopSettings, 'origin' | 'currency' | 'taxAdded'>;

/** Describes a page's cards as schema.org's `ItemList`: tools, each with its offer, and families, whose own pages
 * have those of their tools. */
export function describeTools(tools: readonly Card[], settings: DescribedShop) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: tools.length,
    itemListElement: tools.map((tool, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: isFamilyCard(tool) ? describeFamilyCard(tool, settings) : describeTool(tool, settings),
    })),
  };
}

function describeFamilyCard(card: FamilyOfCard, { origin }: DescribedShop) {
  const { family, brand } = card;
  return {
    '@type': 'ProductGroup',
    name: family.name,
    productGroupID: family._id,
    url: new URL(familyPath(family), origin).href,
    image: new URL(familyPicture(card).img, origin).href,
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
  };
}

/** Describes the tool of a tool page. */
export const describeToolPage = (tool: ToolDetails, settings: DescribedShop) => ({
  '@context': 'https://schema.org',
  ...describeTool(tool, settings),
  ...(tool.pictures.length > 0 && {
    image: [tool, ...tool.pictures].map(({ img }) => new URL(img, settings.origin).href),
  }),
  ...(tool.family && {
    isVariantOf: {
      '@type': 'ProductGroup',
      name: tool.family.name,
      productGroupID: tool.family._id,
      url: new URL(familyPath(tool.family), settings.origin).href,
    },
  }),
  ...(tool.part_number && { mpn: tool.part_number }),
  ...(tool.gtin && isGlobalGtin(tool.gtin) && { gtin: tool.gtin }),
  ...(tool.specifications.length > 0 && {
    additionalProperty: tool.specifications.map(({ name, value, unit }) => ({
      '@type': 'PropertyValue',
      name,
      value,
      ...(unit !== null && { unitText: unit }),
    })),
  }),
  ...(tool.weight_grams !== null && { weight: measured(tool.weight_grams, GRAM) }),
  ...(tool.length_mm !== null &&
    tool.width_mm !== null &&
    tool.height_mm !== null && {
      depth: measured(tool.length_mm, MILLIMETRE),
      width: measured(tool.width_mm, MILLIMETRE),
      height: measured(tool.height_mm, MILLIMETRE),
    }),
});

/** Describes the average of buyers' ratings, if there are any. */
export const describeRating = ({ rating, rating_count }: Pick<Tool, 'rating' | 'rating_count'>) =>
  rating !== null &&
  rating_count > 0 && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating,
      reviewCount: rating_count,
      bestRating: 5,
      worstRating: 1,
    },
  };

/** Describes a tool as schema.org's `Product`. Has a rating only if buyers have given one. */
export function describeTool(tool: Omit<Tool, 'family'>, settings: DescribedShop) {
  const absolute = (address: string) => new URL(address, settings.origin).href;
  return {
    '@type': 'Product',
    name: tool.name,
    description: tool.description,
    sku: tool.part_number ?? tool._id,
    image: absolute(tool.img),
    url: absolute(toolPath(tool)),
    ...(tool.brand && { brand: { '@type': 'Brand', name: tool.brand } }),
    ...(tool.category && { category: tool.category }),
    ...describeRating(tool),
    offers: {
      '@type': 'Offer',
      url: absolute(toolPath(tool)),
      ...priceOfMinimum(tool, settings),
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${canBeOrdered(tool) ? 'InStock' : 'OutOfStock'}`,
      inventoryLevel: pieces(tool.available_quantity),
    },
  };
}

/** Returns the price of the minimum order, as the feed states it and the page shows it first, and whether it
 * includes tax. For several pieces, `valueReference` says that Google shows the price of one
 * (https://developers.google.com/search/docs/appearance/structured-data/merchant-listing). */
function priceOfMinimum(tool: Omit<Tool, 'family'>, { currency, taxAdded = false }: DescribedShop) {
  const least = tool.min_order_quantity;
  const priceFrom = (unit_price: number) => ({
    price: minimumTotal({ ...tool, unit_price }, currency),
    priceCurrency: currency.toUpperCase(),
  });
  const specified = (unit_price: number) => ({
    '@type': 'UnitPriceSpecification',
    ...priceFrom(unit_price),
    valueAddedTaxIncluded: !taxAdded,
    referenceQuantity: { ...pieces(least), ...(least > 1 && { valueReference: pieces(1) }) },
  });
  const now = specified(tool.unit_price);
  const reduction = reductionOf(tool);
  return {
    ...priceFrom(tool.unit_price),
    ...(reduction && tool.reduced_until && { priceValidUntil: tool.reduced_until }),
    priceSpecification: reduction
      ? [now, { ...specified(reduction.former), priceType: STRUCK_THROUGH }]
      : now,
  };
}

const measured = (value: number, unitCode: string) => ({ '@type': 'QuantitativeValue', value, unitCode });

const pieces = (value: number) => measured(value, PIECE);

import { toCents, toPrice } from '#contracts/money.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import type { Tool, ToolDetails } from '#features/catalogue/contract.ts';
import { canBeOrdered, roundUpToPacks, toolPath, unitPriceOf } from '#features/catalogue/rules.ts';

/** Units of quantities: 'one', gram and millimetre (UN/CEFACT Recommendation 20, which schema.org's
 * `unitCode` uses). */
const PIECE = 'C62';
const GRAM = 'GRM';
const MILLIMETRE = 'MMT';

type Settings = Pick<ShopSettings, 'origin' | 'currency' | 'taxAdded'>;

/** Describes a page's tools as schema.org's `ItemList`, each with its offer. */
export function describeTools(tools: readonly Tool[], settings: Settings) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: tools.length,
    itemListElement: tools.map((tool, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: describeTool(tool, settings),
    })),
  };
}

/** Describes the tool of a tool page. */
export const describeToolPage = (tool: ToolDetails, settings: Settings) => ({
  '@context': 'https://schema.org',
  ...describeTool(tool, settings),
  ...(tool.pictures.length > 0 && {
    image: [tool, ...tool.pictures].map(({ img }) => new URL(img, settings.origin).href),
  }),
  ...(tool.part_number && { mpn: tool.part_number }),
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

/** Describes a tool as schema.org's `Product`. Has a rating only if buyers have given one. */
function describeTool(tool: Tool | ToolDetails, settings: Settings) {
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
    ...(tool.rating !== null &&
      tool.rating_count > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: tool.rating,
          reviewCount: tool.rating_count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
    offers: {
      '@type': 'Offer',
      url: absolute(toolPath(tool)),
      ...priceOfLeast(tool, settings),
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${canBeOrdered(tool) ? 'InStock' : 'OutOfStock'}`,
      inventoryLevel: quantity({ value: tool.available_quantity }),
      eligibleQuantity: quantity({ minValue: leastOf(tool) }),
    },
  };
}

const leastOf = (tool: Tool | ToolDetails) =>
  roundUpToPacks(tool.min_order_quantity, 'pack_step' in tool ? tool.pack_step : 1);

/** Returns the unit price in the smallest possible order, that order's total, and whether both include
 * tax. */
function priceOfLeast(tool: Tool | ToolDetails, { currency, taxAdded = false }: Settings) {
  const least = leastOf(tool);
  const price = unitPriceOf(tool, least);
  const priceCurrency = currency.toUpperCase();
  const terms = { priceCurrency, valueAddedTaxIncluded: !taxAdded };
  const unit = {
    '@type': 'UnitPriceSpecification',
    price,
    ...terms,
    referenceQuantity: quantity({ value: 1 }),
    eligibleQuantity: quantity({ minValue: least }),
  };
  const together = {
    '@type': 'PriceSpecification',
    price: toPrice((toCents(price, currency) ?? 0) * least, currency),
    ...terms,
    eligibleQuantity: quantity({ value: least }),
  };
  return { price, priceCurrency, priceSpecification: least === 1 ? [unit] : [unit, together] };
}

const measured = (value: number, unitCode: string) => ({ '@type': 'QuantitativeValue', value, unitCode });

function quantity(amount: { value: number } | { minValue: number }) {
  return { '@type': 'QuantitativeValue', ...amount, unitCode: PIECE };
}

import type { ShopSettings } from '#contracts/shop-settings.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import { canBeOrdered } from '#features/catalogue/rules.ts';

/** The unit of a quantity that is counted: 'one' (UN/CEFACT Recommendation 20, which schema.org's `unitCode` names). */
const PIECE = 'C62';

const scale = { bestRating: 5, worstRating: 1 };

type Settings = Pick<ShopSettings, 'origin' | 'currency'>;

/** The tools shown on a page as schema.org's `ItemList`, each with its offer. */
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

/** The tool of a page of its own. */
export const describeToolPage = (tool: Tool, settings: Settings) => ({
  '@context': 'https://schema.org',
  ...describeTool(tool, settings),
});

/** A tool as schema.org's `Product`. A rating stands there only where buyers have given one. */
function describeTool(tool: Tool, settings: Settings) {
  const absolute = (address: string) => new URL(address, settings.origin).href;
  return {
    '@type': 'Product',
    name: tool.name,
    description: tool.description,
    sku: tool._id,
    image: absolute(tool.img),
    url: absolute(`/tools/${tool._id}`),
    ...(tool.brand ? { brand: { '@type': 'Brand', name: tool.brand } } : {}),
    ...(tool.category ? { category: tool.category } : {}),
    ...(tool.rating !== null && tool.rating_count > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: tool.rating,
            reviewCount: tool.rating_count,
            ...scale,
          },
        }
      : {}),
    offers: {
      '@type': 'Offer',
      url: absolute(`/tools/${tool._id}`),
      price: tool.price,
      priceCurrency: settings.currency.toUpperCase(),
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${canBeOrdered(tool) ? 'InStock' : 'OutOfStock'}`,
      inventoryLevel: quantity({ value: tool.available_quantity }),
      eligibleQuantity: quantity({ minValue: tool.min_order_quantity }),
    },
  };
}

function quantity(amount: { value: number } | { minValue: number }) {
  return { '@type': 'QuantitativeValue', ...amount, unitCode: PIECE };
}

import { toCents, toPrice } from '#contracts/money.ts';
import type { Tool } from '#contracts/tool.ts';

/** Whether a tool can be ordered at all: enough are left for its smallest order (decision 11). */
export function canBeOrdered(tool: Pick<Tool, 'available_quantity' | 'min_order_quantity'>): boolean {
  return tool.available_quantity >= tool.min_order_quantity;
}

/** Unit price times quantity, reckoned in whole minor units. `undefined` when there is no such sum to show. */
export function orderPrice(unitPrice: number, quantity: number, currency: string): number | undefined {
  const unitCents = toCents(unitPrice, currency);
  if (unitCents === undefined || !Number.isSafeInteger(quantity) || quantity < 1) return undefined;
  const cents = unitCents * quantity;
  return Number.isSafeInteger(cents) ? toPrice(cents, currency) : undefined;
}

/** schema.org structured data on the tools shown on a page. */
export function toolListData(tools: readonly Tool[], currency: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: tools.length,
    itemListElement: tools.map((tool, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        name: tool.name,
        description: tool.description,
        image: tool.img,
        url: `/tools/${tool._id}`,
        ...(tool.brand ? { brand: { '@type': 'Brand', name: tool.brand } } : {}),
        ...(tool.category ? { category: tool.category } : {}),
        offers: {
          '@type': 'Offer',
          price: tool.price,
          priceCurrency: currency.toUpperCase(),
          availability: `https://schema.org/${canBeOrdered(tool) ? 'InStock' : 'OutOfStock'}`,
        },
      },
    })),
  };
}

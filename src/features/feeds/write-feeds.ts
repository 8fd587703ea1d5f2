import { cutText } from '#contracts/cut-text.ts';
import { currencyDigits } from '#contracts/money.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { isGlobalGtin } from '#features/catalogue/gtin-rules.ts';
import { canBeOrdered, minimumTotal, reductionOf, toolPath } from '#features/catalogue/rules.ts';
import { element, text } from '#invoice-xml';

/** What a feed says of the shop. `origin` has no slash at its end. */
export type FeedShop = { name: string; description: string; origin: string; currency: string };

/** Lengths and numbers that Google takes (Merchant Center, product data specification). */
const MOST_TITLE = 150;
const MOST_DESCRIPTION = 5_000;
const MOST_MORE_PICTURES = 10;

/** The beginning of an RSS 2.0 feed at `path`; its items and `FEED_END` follow. */
export function feedStart({ name, description, origin }: FeedShop, path: string): string {
  const self = `<atom:link href="${origin}${path}" rel="self" type="application/rss+xml"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
${text('title', name)}${text('link', `${origin}/tools`)}${text('description', description)}${self}
`;
}

export const FEED_END = '</channel></rss>\n';

/** A tool as an item of Google Merchant Center (https://support.google.com/merchants/answer/7052112). Where
 * several must be ordered, the price is the total of the minimum order, with the number of pieces that it is
 * for: Google shows the unit price from both. A reduced one is the sale price, beside the lowest of the 30 days
 * before. */
export function googleItem(tool: ToolDetails, { origin, currency }: FeedShop): string {
  const absolute = (address: string) => new URL(address, origin).href;
  const least = tool.min_order_quantity;
  const total = minimumTotal(tool, currency);
  const written = (price: number) => `${price.toFixed(currencyDigits(currency))} ${currency.toUpperCase()}`;
  const reduction = reductionOf(tool);
  const former = reduction && minimumTotal({ ...tool, unit_price: reduction.former }, currency);
  const gtin = tool.gtin !== null && isGlobalGtin(tool.gtin) ? tool.gtin : null;
  const isKnown = gtin !== null || (tool.brand !== null && tool.part_number !== null);
  return `${element('item', [
    text('g:id', tool._id),
    text('g:title', cutText(tool.name, MOST_TITLE)),
    text('g:description', cutText(tool.description, MOST_DESCRIPTION)),
    text('g:link', absolute(toolPath(tool))),
    text('g:image_link', absolute(tool.img)),
    ...tool.pictures
      .slice(0, MOST_MORE_PICTURES)
      .map(({ img }) => text('g:additional_image_link', absolute(img))),
    text('g:availability', canBeOrdered(tool) ? 'in_stock' : 'out_of_stock'),
    text('g:price', written(former ?? total)),
    former === undefined ? '' : text('g:sale_price', written(total)),
    ...(least === 1
      ? []
      : [text('g:unit_pricing_measure', `${least} ct`), text('g:unit_pricing_base_measure', '1 ct')]),
    text('g:condition', 'new'),
    text('g:brand', tool.brand),
    text('g:gtin', gtin),
    text('g:mpn', tool.part_number),
    tool.family ? text('g:item_group_id', tool.family._id) : '',
    isKnown ? '' : text('g:identifier_exists', 'no'),
    text('g:product_type', tool.category),
    tool.weight_grams === null ? '' : text('g:shipping_weight', `${tool.weight_grams} g`),
  ])}\n`;
}

/** A tool as an item of RSS 2.0 (https://www.rssboard.org/rss-specification). */
export function newToolItem(tool: ToolDetails, { origin }: FeedShop): string {
  return `${element('item', [
    text('title', tool.name),
    text('link', new URL(toolPath(tool), origin).href),
    text('guid', tool._id, ' isPermaLink="false"'),
    text('pubDate', addedAt(tool._id).toUTCString()),
    text('category', tool.category),
    text('description', tool.description),
  ])}\n`;
}

/** When a tool was added: ids begin with the milliseconds since 1970 (RFC 9562, UUID version 7). */
export const addedAt = (id: string): Date =>
  new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

import { type RawBuilder, sql } from 'kysely';
import { type Cents, toPrice } from '#contracts/money.ts';
import type { PriceBreak } from './contract.ts';

/** Whose price it is: a buyer's, or the `public`'s, which visitors, kept replies, feeds, and search engines
 * see. */
export type Buyer = 'public' | { userId: string };

/** A price break in minor units. */
export type PriceBreakRow = { quantity: number; price_cents: Cents };

/** A tool with what its prices for one buyer are computed from: its own price, all price breaks, sorted by
 * quantity, and the buyer that they are for. */
export type PricedTool = { prices: { list: Cents; breaks: PriceBreakRow[]; of: string } };

/** What one unit costs and why: the tool's own price, or a price break that the quantity reaches. */
export type UnitPrice = { cents: Cents; reason: 'list' | 'break' };

/** All price breaks of each tool in a query, including those that do not apply. */
export const priceBreaksOfTools = sql<PriceBreakRow[]>`(
  select coalesce(json_agg(json_build_object('quantity', quantity, 'price_cents', price_cents) order by quantity), '[]')
  from tool_price_breaks where tool_id = tools.id)`;

/** What a unit of each tool in a query costs the public in the minimum order, as `priceFor` says it. */
export const unitPriceOfTools = sql<Cents>`least(price_cents, (
  select min(breaks.price_cents) from tool_price_breaks breaks
  where tool_id = tools.id and quantity <= min_order_quantity))`;

/** When a tool's reduction began. Only a price that falls further continues one (Directive 98/6/EC, article
 * 6a(5)): one that was raised meanwhile began anew. */
const reductionOfTools = sql`(
  select coalesce(max(since), reduced_since) as began from (
    select since, price_cents > lag(price_cents) over (order by since) as is_raised
    from tool_prices where tool_id = tools.id and price_cents is not null) prices
  where is_raised and since >= reduced_since)`;

/** The lowest public price of the 30 days before a tool's reduction began, null while it has none (article
 * 6a): of the one that applied when they began, and those that followed. */
export const lowestPriceOfTools = sql<Cents | null>`case when reduced_since is not null then (
  select min(price_cents) from ${reductionOfTools} reduction, tool_prices
  where tool_id = tools.id and since < began and since >= coalesce((
    select max(since) from tool_prices
    where tool_id = tools.id and since <= began - interval '30 days'), '-infinity')) end`;

const idOf = (buyer: Buyer): string => (buyer === 'public' ? buyer : buyer.userId);

/** Selects what a tool's prices for a buyer are computed from; `buyer` may be a column with their id. */
export const pricesOf = (buyer: Buyer | RawBuilder<string>) =>
  sql<PricedTool['prices']>`json_build_object('list', tools.price_cents, 'breaks', ${priceBreaksOfTools},
    'of', ${typeof buyer === 'object' && 'userId' in buyer ? buyer.userId : buyer}::text)`.as('prices');

/** Returns the price breaks that apply: one that a change of the tool's price has overtaken does not, until
 * the price is above it again. */
export const appliedBreaks = ({ prices: { list, breaks } }: PricedTool): PriceBreakRow[] =>
  breaks.filter(({ price_cents }) => price_cents < list);

/** Returns the unit price of `quantity` units for a buyer; the only place that computes one. @throws Error if
 * the tool was read for somebody else, whose price it would be */
export function priceFor({
  tool,
  quantity,
  buyer,
}: {
  tool: PricedTool;
  quantity: number;
  buyer: Buyer;
}): UnitPrice {
  if (tool.prices.of !== idOf(buyer)) throw new Error('the tool was read with the prices of another buyer');
  const deepest = appliedBreaks(tool).findLast((each) => each.quantity <= quantity);
  return deepest
    ? { cents: deepest.price_cents, reason: 'break' }
    : { cents: tool.prices.list, reason: 'list' };
}

/** Returns a buyer's unit prices of a tool for all quantities, as `priceFor` says them, on the wire. */
export function priceTable(
  { tool, buyer }: { tool: PricedTool; buyer: Buyer },
  currency: string,
): { price: number; price_breaks: PriceBreak[] } {
  const at = (quantity: number) => priceFor({ tool, quantity, buyer });
  return {
    price: toPrice(at(1).cents, currency),
    price_breaks: tool.prices.breaks.flatMap(({ quantity }) => {
      const { cents, reason } = at(quantity);
      return reason === 'break' ? [{ quantity, price: toPrice(cents, currency) }] : [];
    }),
  };
}

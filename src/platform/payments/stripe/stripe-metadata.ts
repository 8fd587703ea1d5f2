/** Marks an intent as the shop's among what else the account charges: the name
 * under which it carries its order. */
const ORDER = 'toolyard_order_id';
const ORDERS = 'toolyard_order_ids';

/** Stripe keeps 500 characters a value (https://docs.stripe.com/metadata#data):
 * room for thirteen ids with commas. */
const IDS_A_VALUE = 13;

/** What an intent carries: the id of its order, or those of several, as many values of them as it takes. */
export function toMetadata(orderIds: string[]): Record<string, string> {
  const [first = '', ...more] = orderIds;
  if (more.length === 0) return { [ORDER]: first };
  const values: Record<string, string> = {};
  for (let from = 0; from < orderIds.length; from += IDS_A_VALUE) {
    values[nameOf(from / IDS_A_VALUE)] = orderIds.slice(from, from + IDS_A_VALUE).join();
  }
  return values;
}

/** The orders that an intent was made for; none where it is not the shop's. */
export function fromMetadata(metadata: Record<string, string>): string[] {
  if (metadata[ORDER] !== undefined) return [metadata[ORDER]];
  const ids: string[] = [];
  for (let nth = 0; ; nth++) {
    const value = metadata[nameOf(nth)];
    if (value === undefined) return ids;
    ids.push(...value.split(','));
  }
}

const nameOf = (nth: number) => (nth === 0 ? ORDERS : `${ORDERS}_${nth + 1}`);

import { listAddressesCall } from '#features/addresses/contract.ts';
import { listOrdersCall } from '#features/orders/contract.ts';
import { getProfileCall } from '#features/users/contract.ts';
import type { ApiClient } from '#ui/client/api-client.ts';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import type { OrderValues } from './order-fields.tsx';

const texts = ['phone', 'address', 'purchaseOrderNumber', 'buyerNote'] as const;

/** What of a draft is an order's: what nobody has typed is left out, and what is no quantity. */
function orderValues(draft: Record<string, unknown>): Partial<OrderValues> {
  const { minQuantity } = draft;
  const typed = texts.flatMap((field) => (typeof draft[field] === 'string' ? [[field, draft[field]]] : []));
  return {
    ...(Number.isInteger(minQuantity) && { minQuantity: Number(minQuantity) }),
    ...Object.fromEntries(typed),
  };
}

/** What somebody had typed into a tool's order form, over a reload and a sign-out. */
export const readOrderDraft = (toolId: string, email: string) =>
  orderValues(readDraft(`order:${toolId}`, email) ?? {});

/** Keeps what was typed into a tool's order form, or what it is to be filled with; nothing forgets it. */
export const keepOrderDraft = (toolId: string, email: string, values: Partial<OrderValues>) =>
  keepDraft(`order:${toolId}`, email, orderValues(values));

/** Where somebody's orders go: their default address; without one, where the last order went; before the
 * first one, the phone of their profile. */
export async function usualDelivery(
  api: ApiClient,
  email: string,
  signal: AbortSignal,
): Promise<Pick<OrderValues, 'phone' | 'address'>> {
  const [book, { rows }] = await Promise.all([
    api.call(listAddressesCall, { signal }),
    api.list(listOrdersCall, { query: { email, limit: 1 }, signal }),
  ]);
  const [last] = rows;
  const known = book.find(({ isDefault }) => isDefault);
  if (known) return { phone: known.phone || (last?.phone ?? ''), address: known.text };
  if (last) return { phone: last.phone, address: last.address };
  const { phone } = await api.call(getProfileCall, { params: { email }, signal });
  return { phone, address: '' };
}

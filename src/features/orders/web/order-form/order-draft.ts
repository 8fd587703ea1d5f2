import { listOrdersCall } from '#features/orders/contract.ts';
import { getProfileCall } from '#features/users/contract.ts';
import type { ApiClient } from '#web/client/api-client.ts';
import { keepDraft, readDraft } from '#web/client/drafts.ts';
import type { OrderValues } from './order-fields.tsx';

/** What of a draft is an order's: what nobody has typed is left out, and what is no quantity. */
function orderValues({ minQuantity, phone, address }: Record<string, unknown>): Partial<OrderValues> {
  return {
    ...(Number.isInteger(minQuantity) && { minQuantity: Number(minQuantity) }),
    ...(typeof phone === 'string' && { phone }),
    ...(typeof address === 'string' && { address }),
  };
}

/** What somebody had typed into a tool's order form, over a reload and a sign-out. */
export const readOrderDraft = (toolId: string, email: string) =>
  orderValues(readDraft(`order:${toolId}`, email) ?? {});

/** Keeps what was typed into a tool's order form, or what it is to be filled with; nothing forgets it. */
export const keepOrderDraft = (toolId: string, email: string, values: Partial<OrderValues>) =>
  keepDraft(`order:${toolId}`, email, orderValues(values));

/** Where somebody's last order went; before the first one, the phone of their profile. */
export async function lastDelivery(
  api: ApiClient,
  email: string,
  signal: AbortSignal,
): Promise<Pick<OrderValues, 'phone' | 'address'>> {
  const { rows } = await api.list(listOrdersCall, { query: { email, limit: 1 }, signal });
  const [last] = rows;
  if (last) return { phone: last.phone, address: last.address };
  const { phone } = await api.call(getProfileCall, { params: { email }, signal });
  return { phone, address: '' };
}

import { listOrdersCall } from '#features/orders/contract.ts';
import { getProfileCall } from '#features/users/contract.ts';
import type { ApiClient } from '#web/client/api-client.ts';
import { keepDraft, readDraft } from '#web/client/drafts.ts';
import type { OrderValues } from './order-rules.ts';

const draftOf = (toolId: string) => `order:${toolId}`;

/** What somebody had typed into a tool's order form, over a reload and a sign-out. What nobody has typed is left out. */
export function keptOrder(toolId: string, email: string): Partial<OrderValues> {
  const { minQuantity, phone, address } = readDraft(draftOf(toolId), email) ?? {};
  return {
    ...(Number.isInteger(minQuantity) && { minQuantity: Number(minQuantity) }),
    ...(typeof phone === 'string' && { phone }),
    ...(typeof address === 'string' && { address }),
  };
}

/** Keeps what was typed into a tool's order form, or what it is to be filled with; nothing forgets it. */
export function keepOrder(
  toolId: string,
  email: string,
  { minQuantity = Number.NaN, phone, address }: Partial<OrderValues>,
) {
  keepDraft(draftOf(toolId), email, {
    ...(Number.isInteger(minQuantity) && { minQuantity }),
    ...(phone !== undefined && { phone }),
    ...(address !== undefined && { address }),
  });
}

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

import { listAddressesCall } from '#features/addresses/contract.ts';
import { listOrdersCall } from '#features/orders/contract.ts';
import { usualDelivery } from '#features/orders/rules.ts';
import { getProfileCall } from '#features/users/contract.ts';
import type { ApiClient } from '#ui/client/api-client.ts';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import type { OrderValues } from './order-fields.tsx';

const texts = ['phone', 'address'] as const;

/** Returns a draft's valid order values: omits fields that were not typed, and an invalid quantity. */
function orderValues(draft: Record<string, unknown>): Partial<OrderValues> {
  const { minQuantity } = draft;
  const typed = texts.flatMap((field) => (typeof draft[field] === 'string' ? [[field, draft[field]]] : []));
  return {
    ...(Number.isInteger(minQuantity) && { minQuantity: Number(minQuantity) }),
    ...Object.fromEntries(typed),
  };
}

/** Reads what a user has typed into a tool's order form; it survives a reload and an expired session. */
export const readOrderDraft = (toolId: string, email: string) =>
  orderValues(readDraft(`order:${toolId}`, email) ?? {});

/** Saves what was typed into a tool's order form, or what to prefill it with; no values delete the draft. */
export const keepOrderDraft = (toolId: string, email: string, values: Partial<OrderValues>) =>
  keepDraft(`order:${toolId}`, email, orderValues(values));

/** Where one's own orders usually go; before the first one, the phone of one's profile. */
export async function findUsualDelivery(
  api: ApiClient,
  email: string,
  signal: AbortSignal,
): Promise<Pick<OrderValues, 'phone' | 'address'>> {
  const [book, { rows }] = await Promise.all([
    api.call(listAddressesCall, { signal }),
    api.list(listOrdersCall, { query: { email, limit: 1 }, signal }),
  ]);
  const known = usualDelivery(book, rows[0]);
  return (
    known ?? { phone: (await api.call(getProfileCall, { params: { email }, signal })).phone, address: '' }
  );
}

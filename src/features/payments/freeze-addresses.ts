import { formatAddress } from '#features/addresses/address-rules.ts';
import { destinationKey, destinationOfEntry } from '#features/addresses/destination.ts';
import {
  type AddressRow,
  findAddresses,
  findChosenAddress,
  partsOf,
  serializeAddress,
} from '#features/addresses/store.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { type Payment, updateAddresses } from '#features/orders/payment-store.ts';
import { type OrderRow, updateOrder } from '#features/orders/store.ts';
import { findBusiness } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { NewPaymentIntent } from './contract.ts';

/** The address book entries for a payment's delivery and billing; undefined if its orders have the
 * address. */
export type PaymentAddresses = { to: AddressRow | undefined; bill: AddressRow | undefined };

/** Finds the entries for a payment: the chosen ones, else that with which all its orders were placed. @throws
 * AppError not_found for entries that are not in the buyer's own book */
export async function findPaymentAddresses(
  tx: DatabaseTransaction,
  {
    currentUser: { userId },
    addressId,
    billingAddressId,
  }: NewPaymentIntent & { currentUser: { userId: string } },
  orders: OrderRow[],
): Promise<PaymentAddresses> {
  const chosen = await findChosenAddress(tx, userId, { id: addressId, field: 'addressId' });
  const isOfAll = (to: AddressRow) => orders.every((order) => !isSentElsewhere(order, { to }));
  return {
    to: chosen ?? (await findAddresses(tx, userId)).find(isOfAll),
    bill: await findChosenAddress(tx, userId, { id: billingAddressId, field: 'billingAddressId' }),
  };
}

/** Whether an order's address or destination differs from the chosen address book entry's. */
export const isSentElsewhere = (order: OrderRow, { to }: Pick<PaymentAddresses, 'to'>): boolean =>
  to !== undefined &&
  (order.address !== serializeAddress(to).text ||
    destinationKey(order) !== destinationKey(destinationOfEntry(partsOf(to))));

/** Writes the delivery address on orders, where everyone who ships them reads it: before their payment
 * starts, which freezes it. */
export async function sendTo(
  context: AppContext,
  tx: DatabaseTransaction,
  orders: OrderRow[],
  addresses: PaymentAddresses,
): Promise<OrderRow[]> {
  const { to } = addresses;
  if (!to) return orders;
  const { text: address, phone } = serializeAddress(to);
  const destination = destinationOfEntry(partsOf(to));
  for (const order of orders.filter((each) => isSentElsewhere(each, addresses))) {
    await updateOrder(tx, order.id, { address, phone: phone || order.phone, ...destination });
    await recordAudit(context, tx, {
      action: 'order_changed',
      orderId: order.id,
      toolId: order.tool_id,
      details: { fields: 'address, phone', quantity: order.quantity, totalCents: order.total_cents },
    });
  }
  return orders.map((order) => ({ ...order, address, phone: phone || order.phone, ...destination }));
}

/** Freezes the delivery and billing addresses of a payment and who is billed, as its invoice will have
 * them. */
export async function freezeAddresses(
  tx: DatabaseTransaction,
  payment: Payment,
  orders: OrderRow[],
  { to, bill }: PaymentAddresses,
): Promise<void> {
  const billed = bill ?? to;
  const { company, vat_number } = await findBusiness(tx, payment.user_id);
  await updateAddresses(tx, payment.id, {
    deliver_to: to ? formatAddress(partsOf(to)) : null,
    deliver_to_parts: to ? JSON.stringify(partsOf(to)) : null,
    deliver_to_country: to?.country ?? countryOfAll(orders),
    bill_to: billed ? formatAddress(partsOf(billed)) : null,
    bill_to_parts: billed ? JSON.stringify(partsOf(billed)) : null,
    bill_name: company || billed?.company || billed?.name || '',
    vat_number,
  });
}

/** Returns the country to which all orders go, if there is one. */
function countryOfAll(orders: OrderRow[]): string | null {
  const [country = null, another] = new Set(orders.map((order) => order.destination_country));
  return another === undefined ? country : null;
}

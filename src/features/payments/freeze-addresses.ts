import { formatAddress } from '#features/addresses/address-rules.ts';
import { destinationOfEntry } from '#features/addresses/destination.ts';
import { type AddressRow, findChosenAddress, partsOf, serializeAddress } from '#features/addresses/store.ts';
import { countryOfAll } from '#features/addresses/written-place.ts';
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

/** Finds the entries for a payment. @throws AppError not_found for entries that are not in the buyer's own
 * book */
export async function findPaymentAddresses(
  tx: DatabaseTransaction,
  {
    currentUser: { userId },
    addressId,
    billingAddressId,
  }: NewPaymentIntent & { currentUser: { userId: string } },
  orders: OrderRow[],
): Promise<PaymentAddresses> {
  const ordered = orders.map(({ address }) => address);
  return {
    to: await findChosenAddress(tx, userId, { id: addressId, field: 'addressId', ordered }),
    bill: await findChosenAddress(tx, userId, { id: billingAddressId, field: 'billingAddressId' }),
  };
}

/** Whether an order's address differs from the chosen address book entry. */
export const isSentElsewhere = ({ address }: OrderRow, { to }: PaymentAddresses): boolean =>
  to !== undefined && address !== serializeAddress(to).text;

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
    deliver_to_country: to?.country ?? countryOfAll(orders.map(({ address }) => address)),
    bill_to: billed ? formatAddress(partsOf(billed)) : null,
    bill_to_parts: billed ? JSON.stringify(partsOf(billed)) : null,
    bill_name: company || billed?.company || billed?.name || '',
    vat_number,
  });
}

import { sql } from 'kysely';
import { hasNoEmail } from '#contracts/email.ts';
import { currencyDigits, toPrice } from '#contracts/money.ts';
import type { Export } from '#features/exports/send-export.ts';
import { givenCents } from '#features/orders/refund-store.ts';
import { type OrderRow, sentUnits } from '#features/orders/store.ts';
import { type OrderChoice, orderFilter } from './order-list.ts';

/** With the carriers and tracking numbers of its parcels, oldest first, null if it has none; what was
 * refunded and is due; and its delivery method and what was paid, null before payment. In a payment of
 * several orders, the first has the delivery and its tax, so that each column adds up to the amount paid. */
type ExportedOrder = OrderRow &
  Record<
    'carriers' | 'tracking_numbers' | 'delivery_method' | 'payment_method' | 'payment_reference',
    string | null
  > &
  Record<'delivery_cents' | 'tax_cents' | 'paid_cents', number | null> &
  Record<'refunded_cents' | 'refund_due_cents' | 'kept_for_delivery_cents', number>;

/** Exports the matching live orders, in columns by their wire names. */
export function exportOfOrders(choice: OrderChoice, currency: string): Export<ExportedOrder> {
  const price = (cents: number) => toPrice(cents, currency).toFixed(currencyDigits(currency));
  const priceOrNone = (cents: number | null) => (cents === null ? null : price(cents));
  return {
    kind: 'orders',
    query: sql`
      select number, state, placed_at, paid_at, shipped_at, cancelled_at, user_name, email, phone, address, tool_id, tool_name, part_number,
        quantity, sent_quantity, withdrawn_quantity, unit_price_cents, total_cents, transaction_id, purchase_order_number, buyer_note,
        carriers, tracking_numbers, refunded_cents, refund_due_cents, refunded_quantity, returned_quantity,
        kept_for_delivery_cents, delivery_method, payment_method, payment_reference, delivery_cents, tax_cents,
        net_cents + delivery_cents + tax_cents as paid_cents
      from orders cross join lateral (
        select string_agg(carriers.name, '; ' order by parcels.id) as carriers,
          string_agg(tracking_number, '; ' order by parcels.id) as tracking_numbers
        from parcel_orders join parcels on parcels.id = parcel_id left join carriers on carriers.id = carrier_id
        where order_id = orders.id) sent
      cross join lateral (
        select coalesce(sum(${givenCents}), 0)::bigint as refunded_cents,
          coalesce(sum(amount_cents - (${givenCents})), 0)::bigint as refund_due_cents,
          coalesce(sum(kept_delivery_cents), 0)::bigint as kept_for_delivery_cents
        from refunds where order_id = orders.id) given_back
      left join lateral (
        select delivery_method, method as payment_method, nullif(reference, '') as payment_reference, net_cents,
          case when position = 0 then delivery_cents else 0 end as delivery_cents,
          lines.tax_cents + case when position = 0 then delivery_tax_cents else 0 end as tax_cents
        from payment_orders lines join payments on payments.id = payment_id
        where order_id = orders.id and lines.state = 'succeeded') paid on true
      where ${orderFilter(choice)} order by id`,
    columns: {
      number: (order) => order.number,
      state: (order) => order.state,
      placedAt: (order) => order.placed_at,
      paidAt: (order) => order.paid_at,
      shippedAt: (order) => order.shipped_at,
      userName: (order) => order.user_name,
      email: (order) => (hasNoEmail(order.email) ? '' : order.email),
      phone: (order) => order.phone,
      address: (order) => order.address,
      toolId: (order) => order.tool_id,
      toolName: (order) => order.tool_name,
      partNumber: (order) => order.part_number,
      minQuantity: (order) => order.quantity,
      sentQuantity: sentUnits,
      unitPrice: (order) => price(order.unit_price_cents),
      price: (order) => price(order.total_cents),
      currency: () => currency,
      transactionId: (order) => order.transaction_id,
      purchaseOrderNumber: (order) => order.purchase_order_number,
      buyerNote: (order) => order.buyer_note,
      carriers: (order) => order.carriers,
      trackingNumbers: (order) => order.tracking_numbers,
      refunded: (order) => price(order.refunded_cents),
      cancelledAt: (order) => order.cancelled_at,
      deliveryMethod: (order) => order.delivery_method,
      delivery: (order) => priceOrNone(order.delivery_cents),
      tax: (order) => priceOrNone(order.tax_cents),
      amountPaid: (order) => priceOrNone(order.paid_cents),
      paymentMethod: (order) => order.payment_method,
      paymentReference: (order) => order.payment_reference,
      refundDue: (order) => price(order.refund_due_cents),
      refundedQuantity: (order) => order.refunded_quantity,
      returnedQuantity: (order) => order.returned_quantity,
      keptDelivery: (order) => price(order.kept_for_delivery_cents),
    },
  };
}

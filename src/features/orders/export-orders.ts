import { sql } from 'kysely';
import { currencyDigits, toPrice } from '#contracts/money.ts';
import type { Export } from '#features/exports/send-export.ts';
import { type OrderChoice, ordersMeant } from './order-list.ts';
import type { OrderRow } from './store.ts';

/** The live orders that are meant as a file, in columns by their names on the wire. */
export function exportOfOrders(choice: OrderChoice, currency: string): Export<OrderRow> {
  const price = (cents: number) => toPrice(cents, currency).toFixed(currencyDigits(currency));
  return {
    kind: 'orders',
    query: sql`
      select number, state, placed_at, paid_at, shipped_at, user_name, email, phone, address, tool_id, tool_name,
        quantity, unit_price_cents, total_cents, transaction_id
      from orders where ${ordersMeant(choice)} order by id`,
    columns: {
      number: (order) => order.number,
      state: (order) => order.state,
      placedAt: (order) => order.placed_at,
      paidAt: (order) => order.paid_at,
      shippedAt: (order) => order.shipped_at,
      userName: (order) => order.user_name,
      email: (order) => order.email,
      phone: (order) => order.phone,
      address: (order) => order.address,
      toolId: (order) => order.tool_id,
      toolName: (order) => order.tool_name,
      minQuantity: (order) => order.quantity,
      unitPrice: (order) => price(order.unit_price_cents),
      price: (order) => price(order.total_cents),
      currency: () => currency,
      transactionId: (order) => order.transaction_id,
    },
  };
}

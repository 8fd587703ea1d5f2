import { toPrice } from '#contracts/money.ts';
import type { Overview } from './contract.ts';
import type { OverviewRows } from './overview.ts';
import type { Sales } from './sales.ts';
import type { WaitingOrder } from './waiting-orders.ts';

/** An overview as it goes over the wire, its amounts in decimal `currency`. */
export function serializeOverview(rows: OverviewRows, currency: string): Overview {
  const { days, zone, period, previous, sold, toShip, unpaid, low, bestSellers, pictures } = rows;
  const toSales = ({ cents, orders }: Sales) => ({ amount: toPrice(cents, currency), orders });
  const total = sold.reduce((sum, { cents, orders }) => ({
    cents: sum.cents + cents,
    orders: sum.orders + orders,
  }));
  return {
    days,
    zone,
    sales: {
      ...toSales(total),
      previous: toSales(previous),
      step: period.step,
      spans: period.spans.map(({ from, to }, nth) => ({
        from,
        to,
        ...toSales(sold[nth] ?? { cents: 0, orders: 0 }),
      })),
    },
    toShip: {
      count: toShip.count,
      oldestAt: toShip.orders[0]?.paid_at.toISOString() ?? null,
      orders: toShip.orders.map((order) => serializeWaitingOrder(order, currency)),
    },
    unpaid: {
      count: unpaid.count,
      amount: toPrice(unpaid.cents, currency),
      oldestAt: unpaid.oldestAt?.toISOString() ?? null,
    },
    runningLow: {
      count: low.count,
      tools: low.tools.map(({ id, ...tool }) => ({
        _id: id,
        ...tool,
        picture: pictures.get(tool.img) ?? null,
      })),
    },
    bestSellers: bestSellers.map(({ id, name, img, units, isSold, ...sales }) => ({
      _id: id,
      name,
      img,
      picture: pictures.get(img) ?? null,
      units,
      isSold,
      ...toSales(sales),
    })),
  };
}

const serializeWaitingOrder = (order: WaitingOrder, currency: string) => ({
  _id: order.id,
  number: order.number,
  toolName: order.tool_name,
  userName: order.user_name,
  minQuantity: order.quantity,
  price: toPrice(order.total_cents, currency),
  paidAt: order.paid_at.toISOString(),
});

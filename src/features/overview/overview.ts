import { findLowTools } from '#features/catalogue/managed-tools.ts';
import type { Database } from '#platform/database/database.ts';
import { OVERVIEW_ROWS, type OverviewDays } from './contract.ts';
import { periodOf } from './period.ts';
import { findPictures } from './pictures.ts';
import { findBestSellers, sumSales } from './sales.ts';
import { findOrdersToShip, sumUnpaidOrders } from './waiting-orders.ts';

/** How the shop stands at `now`: what it sold in the last days of a zone's calendar, and what waits to be done. */
export async function readOverview(db: Database, asked: { now: Date; days: OverviewDays; zone: string }) {
  const period = periodOf(asked.now, asked.days, asked.zone);
  const [sales, toShip, unpaid, low, bestSellers] = await Promise.all([
    sumSales(db, [period.previous, ...period.spans]),
    findOrdersToShip(db, OVERVIEW_ROWS),
    sumUnpaidOrders(db),
    findLowTools(db, OVERVIEW_ROWS),
    findBestSellers(db, period, OVERVIEW_ROWS),
  ]);
  const pictures = await findPictures(
    db,
    [...low.tools, ...bestSellers].map(({ img }) => img),
  );
  const [previous = { orders: 0, cents: 0 }, ...sold] = sales;
  return { ...asked, period, previous, sold, toShip, unpaid, low, bestSellers, pictures };
}

/** How the shop stands. */
export type OverviewRows = Awaited<ReturnType<typeof readOverview>>;

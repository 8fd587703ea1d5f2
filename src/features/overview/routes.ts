import { toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { findLineNames } from '#features/catalogue/line-names.ts';
import { findLowTools } from '#features/search/managed-tools.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { findAdvisories } from '#platform/advisories.ts';
import { readServerVersion } from '#platform/database/check-server.ts';
import type { Database } from '#platform/database/database.ts';
import { getOverviewCall, OVERVIEW_ROWS, type Overview, type OverviewDays } from './contract.ts';
import { periodOf } from './period.ts';
import {
  countActsForOneself,
  countOverdueInvoices,
  countVisits,
  countWaiting,
  findBestSellers,
  findFruitlessSearches,
  findOrdersToShip,
  findPictures,
  type Sales,
  sumOpenDisputes,
  sumRefundsDue,
  sumSales,
  sumUnpaidOrders,
} from './store.ts';
import { countWaitingCall, FAILED_DAYS, MOST_WAITING } from './waiting-contract.ts';

const DAY_MS = 86_400_000;

/** `GET /overview` and `GET /waiting`. */
export function overviewRoutes(api: ApiServer, context: AppContext): void {
  const { db, jobs, clock, config, details } = context;
  serve(api, getOverviewCall, {}, async ({ query: { days, zone } }) => {
    const asked = { days, zone: zone ?? (await details.read()).region.zone };
    const at = { now: clock.now(), today: await todayOf(context) };
    return readOverview(db, { ...asked, ...at, currency: config.currency });
  });
  serve(api, countWaitingCall, {}, async (request) => {
    const since = new Date(clock.now().getTime() - FAILED_DAYS * DAY_MS);
    // From the primary: staff have just done something about it.
    const { isAdmin } = requireUser(request);
    const [{ webhooksOff, ...counts }, failedTasks] = await Promise.all([
      countWaiting(db, { most: MOST_WAITING, today: await todayOf(context) }),
      isAdmin ? jobs.countGivenUp(since, MOST_WAITING) : null,
    ]);
    return { ...counts, failedTasks, webhooksOff: isAdmin ? webhooksOff : null };
  });
}

type Asked = { now: Date; today: string; days: OverviewDays; zone: string; currency: string };

const none: Sales = { orders: 0, cents: 0 };
const noVisits = { began: 0, lists: 0, tools: 0, placed: 0 };

async function readOverview(db: Database, { now, today, days, zone, currency }: Asked): Promise<Overview> {
  const period = periodOf(now, days, zone);
  const [
    [previous = none, ...sold],
    toShip,
    unpaid,
    overdueInvoices,
    refundsDue,
    disputes,
    low,
    best,
    forOneself,
    [visits = noVisits, untilYesterday = noVisits, visitsBefore = noVisits],
    fruitlessSearches,
    postgresql,
  ] = await Promise.all([
    sumSales(db, [period.previous, ...period.spans]),
    findOrdersToShip(db, OVERVIEW_ROWS),
    sumUnpaidOrders(db),
    countOverdueInvoices(db, today),
    sumRefundsDue(db),
    sumOpenDisputes(db, currency, now),
    findLowTools(db, OVERVIEW_ROWS),
    findBestSellers(db, period, OVERVIEW_ROWS),
    countActsForOneself(db, period),
    countVisits(db, [period.current, period.wholeDays.current, period.wholeDays.previous]),
    findFruitlessSearches(db, period, OVERVIEW_ROWS),
    readServerVersion(db),
  ]);
  const lineNames = await findLineNames(
    db,
    low.tools.flatMap(({ id, family }) => (family ? [id] : [])),
  );
  const pictures = await findPictures(
    db,
    [...low.tools, ...best].map(({ img }) => img),
  );
  const toSales = ({ cents, orders }: Sales) => ({ amount: toPrice(cents, currency), orders });
  const toTool = <Row extends { id: string; img: string }>({ id, ...tool }: Row) => ({
    _id: id,
    ...tool,
    picture: pictures.get(tool.img) ?? null,
  });
  const sumOf = (key: keyof Sales) => sold.reduce((sum, sales) => sum + sales[key], 0);
  return {
    days,
    zone,
    sales: {
      ...toSales({ cents: sumOf('cents'), orders: sumOf('orders') }),
      previous: toSales(previous),
      step: period.step,
      spans: period.spans.map(({ from, to }, nth) => ({ from, to, ...toSales(sold[nth] ?? none) })),
    },
    toShip: {
      count: toShip.count,
      oldestAt: toShip.orders[0]?.paid_at.toISOString() ?? null,
      orders: toShip.orders.map((order) => ({
        _id: order.id,
        number: order.number,
        toolName: order.tool_name,
        userName: order.user_name,
        minQuantity: order.quantity,
        price: toPrice(order.total_cents, currency),
        paidAt: order.paid_at.toISOString(),
      })),
    },
    unpaid: {
      count: unpaid.count,
      amount: toPrice(unpaid.cents, currency),
      oldestAt: unpaid.oldestAt?.toISOString() ?? null,
      overdueInvoices,
    },
    refundsDue: {
      count: refundsDue.count,
      failed: refundsDue.failed,
      amount: toPrice(refundsDue.cents, currency),
      oldestAt: refundsDue.oldestAt?.toISOString() ?? null,
    },
    disputes: {
      count: disputes.count,
      amount: toPrice(disputes.cents, currency),
      oldestAt: disputes.oldestAt?.toISOString() ?? null,
      respondBy: disputes.respondBy?.toISOString() ?? null,
    },
    forOneself: { count: forOneself },
    visits: { ...visits, wholeDays: { ...untilYesterday, previous: visitsBefore } },
    fruitlessSearches,
    runningLow: {
      count: low.count,
      tools: low.tools.map((tool) => toTool({ ...tool, name: lineNames.get(tool.id) ?? tool.name })),
    },
    bestSellers: best.map(({ cents, ...tool }) => ({ ...toTool(tool), amount: toPrice(cents, currency) })),
    versions: versionsOf(postgresql),
  };
}

function versionsOf(postgresql: string): Overview['versions'] {
  const { node } = process.versions;
  const advisories = [...findAdvisories('node', node), ...findAdvisories('postgresql', postgresql)];
  return { node, postgresql, areVulnerable: advisories.length > 0 };
}

import { counted } from './locale.ts';

const orderForms = { one: '# order', other: '# orders' };
const unitForms = { one: '# unit', other: '# units' };

/** The days that an overview looks back over. */
const lastDays = (days: number) => counted(days, { one: 'today', other: 'the last # days' });
const daysBefore = (days: number) => counted(days, { one: 'the day before', other: 'the # days before' });

/** The admins' overview: figures, charts and their tables. */
export const overviewTexts = {
  title: 'Overview',
  description: 'What this shop sold, and what waits to be done.',
  lead: (zone: string) => `Days begin and end by the clocks of ${zone}.`,
  period: 'Period',
  periods: { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' },

  figures: 'At a glance',
  sales: 'Sales',
  salesMore: (share: string, days: number) => `${share} more than in ${daysBefore(days)}`,
  salesLess: (share: string, days: number) => `${share} less than in ${daysBefore(days)}`,
  salesTimes: (times: string, days: number) => `${times} times as much as in ${daysBefore(days)}`,
  salesSame: (days: number) => `As much as in ${daysBefore(days)}`,
  salesNew: (days: number) => `Nothing in ${daysBefore(days)}`,
  toShip: 'To ship',
  toShipSince: (age: string) => `The oldest was paid ${age}`,
  toShipNone: 'Every paid order is shipped',
  unpaid: 'Unpaid',
  unpaidSince: (amount: string, age: string) => `${amount}, the oldest placed ${age}`,
  unpaidNone: 'Nobody owes anything',
  runningLow: 'Running low',
  runningLowRule: (orders: number) =>
    counted(orders, { one: 'Less than one order left', other: 'Fewer than # orders left' }),
  runningLowNone: 'There is enough of every tool',

  salesOverTime: 'Sales over time',
  by: { day: 'Sales by day', week: 'Sales by week', month: 'Sales by month' },
  span: { day: 'Day', week: 'Week', month: 'Month' },
  orders: 'Orders',
  amount: 'Sales',
  fromOrders: (amount: string, orders: number) => `${amount} from ${counted(orders, orderForms)}`,
  barValue: (span: string, amount: string, orders: number) =>
    `${span}: ${amount} from ${counted(orders, orderForms)}`,
  nothingSold: (days: number) => `Nothing was sold in ${lastDays(days)}`,
  salesRose: (share: string, days: number) => `Sales rose ${share} on ${daysBefore(days)}`,
  salesFell: (share: string, days: number) => `Sales fell ${share} on ${daysBefore(days)}`,
  salesMultiplied: (times: string, days: number) => `Sales are ${times} times those of ${daysBefore(days)}`,
  salesStayed: (days: number) => `Sales are what they were in ${daysBefore(days)}`,
  salesBegan: (days: number) => `There were no sales in ${daysBefore(days)}`,
  summary: (change: string, now: string, before: string) => `${change}: ${now}, after ${before}.`,
  best: {
    day: (span: string, amount: string) => `The best day was ${span}, with ${amount}.`,
    week: (span: string, amount: string) => `The best week was ${span}, with ${amount}.`,
    month: (span: string, amount: string) => `The best month was ${span}, with ${amount}.`,
  },
  showAsTable: 'Show as table',

  bestSellers: 'Best sellers',
  bestSellersSummary: (name: string, amount: string) => `${name} brought in most: ${amount}.`,
  tool: 'Tool',
  units: 'Units',
  unitsInOrders: (units: number, orders: number) =>
    `${counted(units, unitForms)} in ${counted(orders, orderForms)}`,
  noLongerSold: 'no longer sold',

  shipFirst: 'To ship first',
  shipFirstOrder: (quantity: string, tool: string) => `${quantity} × ${tool}`,
  shipFirstBuyer: (buyer: string, age: string) => `${buyer}, paid ${age}`,
  allToShip: (count: number) => counted(count, { one: 'The order to ship', other: 'All # orders to ship' }),

  runningLowSummary: (count: number, orders: number) =>
    `${counted(count, { one: '# tool has', other: '# tools have' })} ${counted(orders, {
      one: 'less than one order',
      other: 'fewer than # of their smallest orders',
    })} left.`,
  left: 'Left',
  smallestOrder: 'Smallest order',
  soldOut: 'Sold out',
  allRunningLow: (count: number) =>
    counted(count, { one: 'The tool that runs low', other: 'All # tools that run low' }),

  emptySales: 'Sales will be drawn here, from the day on that the first order is paid.',
  wholeYear: 'Look at a year',
  seeUnpaid: 'See the unpaid orders',
  addTool: 'Add a tool',
  emptyBestSellers: 'What sells best will stand here.',
  emptyRunningLow: 'Tools will stand here before they are sold out.',
  emptyToShip: 'Orders will stand here as soon as they are paid.',
  loading: 'The overview is being added up',
};

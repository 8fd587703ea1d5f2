import { type CountForms, counted, formatCount } from '#texts/locale.ts';
import type { Overview } from './contract.ts';
import { FAILED_DAYS, MOST_WAITING } from './waiting-contract.ts';

const orderForms = { one: '# order', other: '# orders' };
const unitForms = { one: '# unit', other: '# units' };

const upTo = (count: number) => (count < MOST_WAITING ? formatCount(count) : `${MOST_WAITING - 1}+`);
const waitingIn = (count: number, forms: CountForms) =>
  counted(count, forms).replace(formatCount(count), upTo(count));

const lastDays = (days: number) => counted(days, { one: 'today', other: 'the last # days' });
const daysBefore = (days: number) => counted(days, { one: 'the day before', other: 'the # days before' });

/** What waits for staff, in the menu and in the figures of the overview. */
export const waitingTexts = {
  badge: (count: number) => upTo(count),
  toShip: (count: number) => `${upTo(count)} to ship`,
  shipSoon: (count: number) => `${upTo(count)} due to ship`,
  refundsDue: (count: number) => waitingIn(count, { one: '# refund due', other: '# refunds due' }),
  quotes: (count: number) => waitingIn(count, { one: '# quote to answer', other: '# quotes to answer' }),
  returns: (count: number) => waitingIn(count, { one: '# return to answer', other: '# returns to answer' }),
  transfers: (count: number) =>
    waitingIn(count, { one: '# transfer expected', other: '# transfers expected' }),
  messages: (count: number) => waitingIn(count, { one: '# open message', other: '# open messages' }),
  exemptions: (count: number) =>
    waitingIn(count, { one: '# certificate to check', other: '# certificates to check' }),
  lowStock: (count: number) => waitingIn(count, { one: '# tool running low', other: '# tools running low' }),
  failedTasks: (count: number) => waitingIn(count, { one: '# failed task', other: '# failed tasks' }),
  webhooksOff: (count: number) =>
    waitingIn(count, { one: '# endpoint turned off', other: '# endpoints turned off' }),
};

export const overviewTexts = {
  title: 'Overview',
  description: 'Sales, stock, and orders to ship.',
  lead: (zone: string) =>
    `Sales are what buyers paid, with tax and shipping, less refunds. Times are ${zone}.`,
  versions: ({ node, postgresql, areVulnerable }: Overview['versions']) =>
    `Runs on Node ${node} and PostgreSQL ${postgresql}.${areVulnerable ? ' Security updates are available: npm run doctor says which.' : ''}`,
  period: 'Period',
  periods: { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' },

  underAnHour: 'under an hour ago',

  toDo: 'To do',
  figures: (days: number) => `In ${lastDays(days)}`,
  sales: 'Sales',
  ordersPaid: 'Orders paid',
  averageOrder: 'Average order',
  visits: 'Visits',
  more: (share: string, days: number) => `Up ${share} from ${daysBefore(days)}`,
  less: (share: string, days: number) => `Down ${share} from ${daysBefore(days)}`,
  times: (times: string, days: number) => `${times} times as much as in ${daysBefore(days)}`,
  same: (days: number) => `Same as ${daysBefore(days)}`,
  toShip: 'To ship',
  toShipSince: (age: string) => `Oldest paid ${age}`,
  toShipNone: 'All paid orders have shipped',
  unpaid: 'Unpaid',
  unpaidSince: (amount: string, age: string) => `${amount}, oldest placed ${age}`,
  overdueInvoices: (count: number) =>
    counted(count, { one: '1 invoice overdue', other: '# invoices overdue' }),
  unpaidNone: 'No unpaid orders',
  refundsDue: 'Refunds due',
  refundsDueSince: (age: string) => `Oldest requested ${age}`,
  refundsFailed: (count: number) =>
    counted(count, { one: '1 failed: try it again', other: '# failed: try them again' }),
  disputes: 'Disputed payments',
  disputesValue: (count: number, amount: string) => `${formatCount(count)} · ${amount}`,
  disputesRespondBy: (day: string) => `Respond through your card provider by ${day}`,
  disputesSince: (age: string) => `Oldest opened ${age}, being decided by the bank`,
  runningLow: 'Running low',
  runningLowRule: (orders: number) => `Under ${formatCount(orders)}× the minimum order`,
  runningLowNone: 'Every tool is well stocked',

  waiting: {
    shipSoon: { label: 'Ship-by date near', detail: 'Within 2 days or passed' },
    transfers: { label: 'Transfers expected', detail: 'Invoices not paid yet' },
    quotes: { label: 'Quotes to answer', detail: 'Buyers are waiting for your offer' },
    messages: { label: 'Open messages', detail: 'From the contact form' },
    exemptions: { label: 'Certificates to check', detail: 'Tax exemption, uploaded by customers' },
    failedTasks: { label: 'Failed tasks', detail: `In the last ${FAILED_DAYS} days` },
    webhooksOff: { label: 'Webhooks turned off', detail: 'The receiver stopped accepting events' },
  },

  salesOverTime: 'Sales over time',
  by: { day: 'Sales by day', week: 'Sales by week', month: 'Sales by month' },
  span: { day: 'Day', week: 'Week', month: 'Month' },
  orders: 'Orders',
  amount: 'Sales',
  fromOrders: (amount: string, orders: number) => `${amount} from ${counted(orders, orderForms)}`,
  barValue: (span: string, amount: string, orders: number) =>
    `${span}: ${amount} from ${counted(orders, orderForms)}`,
  nothingSold: (days: number) => `No sales in ${lastDays(days)}`,
  summary: (now: string, change: string) => (change === '' ? `${now}.` : `${now}. ${change}.`),
  changeFrom: (change: string, before: string) => `${change} (${before})`,
  best: {
    day: (span: string, amount: string) => `Best day: ${span}, with ${amount}.`,
    week: (span: string, amount: string) => `Best week: ${span}, with ${amount}.`,
    month: (span: string, amount: string) => `Best month: ${span}, with ${amount}.`,
  },
  showAsTable: 'Show as table',

  forOneself: (count: number, days: number) =>
    `In ${lastDays(days)}, the only admin acted on their own account ${counted(count, { one: 'once', other: '# times' })}.`,
  seeForOneself: 'See the activity',

  bestSellers: 'Best sellers',
  bestSellersSummary: (name: string, amount: string) => `${name} sold the most: ${amount}.`,
  tool: 'Tool',
  units: 'Units',
  unitsInOrders: (units: number, orders: number) =>
    `${counted(units, unitForms)} in ${counted(orders, orderForms)}`,
  noLongerSold: 'no longer sold',

  fromVisits: 'From visit to paid order',
  fromVisitsSummary: (visits: number, orders: number, paid: number) =>
    `${counted(visits, { one: '# visit', other: '# visits' })}, ${counted(orders, orderForms)}, ${formatCount(paid)} paid.`,
  steps: {
    began: 'Visits',
    lists: 'Views of the tool list',
    tools: 'Views of a tool',
    placed: 'Orders placed',
    paid: 'Orders paid',
  },
  noVisits: 'Visits will show up here within a minute of the first one.',
  whatCounts: 'What counts',
  howCounted: [
    'A visit begins when someone opens the home page, the tool list, a tool, About, Portfolio, or Policy from outside the shop. Orders placed include carts, but not what was removed from one.',
    'Nothing is stored about who visits: no cookie, no address, only sums for each day. So a returning buyer is a new visit, and your own visits count too.',
    'Visits are counted by the day, so they’re compared without today: whole days with whole days.',
    'Not counted: search engines and other programs, browsers from before 2023, pages opened without HTTPS, and pages that a cache in front of the shop answers. A crash loses up to a minute.',
  ],

  fruitless: 'Searches that found nothing',
  fruitlessSummary: (count: number) =>
    `Visitors searched for ${counted(count, { one: '# thing', other: '# things' })} your shop doesn’t list.`,
  searchedFor: 'Searched for',
  searches: 'Searches',
  fruitlessRule:
    'Without filters, counted within a minute, stored for 90 days. Searches with an email address or 7 or more digits aren’t stored.',
  emptyFruitless: 'Every search found something',
  addSearchWords: 'Add search words',

  openInvoices: 'Open invoices',
  allOpenInvoices: 'See all open invoices',
  shipFirst: 'Ship first',
  shipFirstOrder: (quantity: string, tool: string) => `${quantity} × ${tool}`,
  shipFirstBuyer: (buyer: string, age: string) => `${buyer}, paid ${age}`,
  allToShip: (count: number) =>
    counted(count, { one: 'See the order to ship', other: 'See all # orders to ship' }),

  edit: 'Edit',
  editTool: (tool: string) => `Edit ${tool}`,
  lowOfFamily: (family: string) => `Running low in ${family}`,
  runningLowSummary: (count: number, orders: number) =>
    `${counted(count, { one: '# tool has', other: '# tools have' })} under ${formatCount(orders)}× the minimum order left.`,
  left: 'Left',
  smallestOrder: 'Minimum order',
  soldOut: 'Sold out',
  allRunningLow: (count: number) =>
    counted(count, { one: 'See the tool running low', other: 'See all # tools running low' }),

  emptySales: 'Sales will show up here once the first order is paid.',
  wholeYear: 'View 1 year',
  seeUnpaid: 'See unpaid orders',
  addTool: 'Add a tool',
  emptyBestSellers: 'Best sellers will show up here.',
  emptyRunningLow: 'Tools will show up here before they sell out.',
  emptyToShip: 'Orders will show up here as soon as they’re paid.',
  loading: 'Loading the overview',
};

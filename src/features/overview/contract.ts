import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { oneOf } from '#contracts/call-parts.ts';
import { isTimeZone } from '#contracts/time-zone.ts';
import { toolSchema } from '#features/catalogue/contract.ts';
import { orderSchema } from '#features/orders/contract.ts';

/** Number of days that an overview may cover, including today. */
export const overviewDays = [7, 30, 90, 365] as const;
export type OverviewDays = (typeof overviewDays)[number];

export const DEFAULT_OVERVIEW_DAYS: OverviewDays = 30;

export const OVERVIEW_ROWS = 10;

const daysAsText = overviewDays.map(String);

/** Query of `GET /overview`: number of days, and the IANA time zone of the days, by default the shop's. */
export const overviewQuerySchema = z.object({
  days: z.pipe(
    z._default(oneOf('days', daysAsText), String(DEFAULT_OVERVIEW_DAYS)),
    z.transform((days) => Number(days) as OverviewDays),
  ),
  zone: z.optional(
    z
      .string({ error: 'zone must be a time zone, such as Europe/Berlin' })
      .check(
        z.maxLength(64, 'zone must be a time zone, such as Europe/Berlin'),
        z.refine(isTimeZone, 'zone must be a time zone, such as Europe/Berlin'),
      ),
  ),
});

/** Paid, not cancelled orders, and what was charged for them in the shop's currency, including tax and
 * delivery, less refunds. */
const salesSchema = z.object({ amount: z.number(), orders: z.int() });

/** Sales between two dates, both inclusive, in the requested time zone. */
const salesSpanSchema = z.extend(salesSchema, { from: z.iso.date(), to: z.iso.date() });

const shownTool = { _id: true, name: true, img: true, picture: true } as const;

/** A tool that is low in stock; `name` has its size, as lines of orders do. */
const lowToolSchema = z.pick(toolSchema, {
  ...shownTool,
  min_order_quantity: true,
  available_quantity: true,
  family: true,
  version: true,
});

/** `isSold`: whether the tool is still for sale. The amount excludes delivery. */
const bestSellerSchema = z.extend(salesSchema, {
  ...z.pick(toolSchema, shownTool).shape,
  units: z.int(),
  isSold: z.boolean(),
});

/** Page views of the shop's days, which say nothing of who: visits that began, openings of the list and of a
 * tool. `placed`: orders placed and not removed. */
const visitsSchema = z.object({ began: z.int(), lists: z.int(), tools: z.int(), placed: z.int() });

const waitingOrderSchema = z.extend(
  z.pick(orderSchema, {
    _id: true,
    number: true,
    toolName: true,
    userName: true,
    minQuantity: true,
    price: true,
  }),
  { paidAt: z.iso.datetime() },
);

/** Sales are paid orders by time of payment. `previous`: the preceding period of the same length, up to the
 * same time of its last day as now. */
export const overviewSchema = z.object({
  days: z.literal(overviewDays),
  zone: z.string(),
  sales: z.extend(salesSchema, {
    previous: salesSchema,
    step: z.enum(['day', 'week', 'month']),
    spans: z.array(salesSpanSchema),
  }),
  /** The longest-waiting orders first. */
  toShip: z.object({
    count: z.int(),
    oldestAt: z.nullable(z.iso.datetime()),
    orders: z.array(waitingOrderSchema),
  }),
  /** `overdueInvoices`: invoices before payment that are past their due date. */
  unpaid: z.object({
    count: z.int(),
    amount: z.number(),
    oldestAt: z.nullable(z.iso.datetime()),
    overdueInvoices: z.int(),
  }),
  /** Refunds that are still due; failed ones need someone to act. */
  refundsDue: z.object({
    count: z.int(),
    failed: z.int(),
    amount: z.number(),
    oldestAt: z.nullable(z.iso.datetime()),
  }),
  /** Undecided disputes; `amount` excludes those in another currency than the shop's, `respondBy` is the next
   * response deadline. */
  disputes: z.object({
    count: z.int(),
    amount: z.number(),
    oldestAt: z.nullable(z.iso.datetime()),
    respondBy: z.nullable(z.iso.datetime()),
  }),
  /** Number of times admins acted on their own account in these days, with no other admin to do it. */
  forOneself: z.object({ count: z.int() }),
  /** Sold-out tools first. */
  runningLow: z.object({ count: z.int(), tools: z.array(lowToolSchema) }),
  /** `wholeDays`: the days until yesterday, beside as many of the preceding period. */
  visits: z.extend(visitsSchema, { wholeDays: z.extend(visitsSchema, { previous: visitsSchema }) }),
  /** Visitors' searches of the whole catalogue that found nothing: most searched first. */
  fruitlessSearches: z.object({
    count: z.int(),
    searches: z.array(z.object({ words: z.string(), times: z.int() })),
  }),
  /** Highest revenue first. */
  bestSellers: z.array(bestSellerSchema),
  /** What the shop runs on. `areVulnerable`: whether an update of either fixes known vulnerabilities. */
  versions: z.object({ node: z.string(), postgresql: z.string(), areVulnerable: z.boolean() }),
});
export type Overview = z.infer<typeof overviewSchema>;

export const getOverviewCall = {
  method: 'GET',
  path: '/overview',
  access: 'admin',
  query: overviewQuerySchema,
  reply: overviewSchema,
  tag: 'Overview',
  operationId: 'getOverview',
  summary: 'Gets the figures of the overview',
  description:
    'Recent sales, orders to ship, unpaid orders, tools running low, visits, and searches that found nothing.',
} satisfies Call;

import type { Cents } from '#contracts/money.ts';
import type { PartsPerMillion } from '#contracts/tax-rate.ts';
import type { Charges } from '#features/charge-rules/compute-charges.ts';
import type { TaxedAmount } from '#features/charge-rules/tax-parts.ts';
import type { Database } from '#platform/database/database.ts';
import { findPayment, type Payment, type PaymentLine, type PaymentRow } from './payment-store.ts';
import { findOrders, type OrderView } from './store.ts';

/** What a payment charged, as frozen when it started: later changes of prices, rates or methods don't affect
 * it. Every gross amount is net plus tax; `totalCents` is their sum, which the card is charged. */
export type Bill = {
  paymentId: string;
  userId: string;
  state: PaymentRow['state'];
  currency: string;
  /** In the order requested. */
  lines: (TaxedAmount & { order: OrderView })[];
  delivery: Omit<Charges['delivery'], 'exempt'>;
  /** Net amount and tax per rate, highest first; empty if nothing was taxed. */
  taxes: { taxRatePpm: PartsPerMillion; netCents: Cents; taxCents: Cents }[];
  taxName: string;
  pricesIncludeTax: boolean;
  /** The name of the delivery region; empty if none is set. */
  region: string;
  /** The buyer's certificate for which there was no tax; empty if there was none. */
  exemption: string;
  /** All orders, without tax. */
  goodsCents: Cents;
  /** Tax on the goods and their delivery. */
  taxCents: Cents;
  totalCents: Cents;
  /** What refunds have retained for delivery that was free, less delivery refunded since. */
  keptDeliveryCents: Cents;
};

/** Finds a payment's charges, with its orders. */
export async function findBill(db: Database, paymentId: string): Promise<Bill | undefined> {
  const payment = await findPayment(db, paymentId);
  return payment && billOf(db, payment);
}

/** Returns a payment's charges, with its orders, including deleted ones. */
export async function billOf(db: Database, payment: Payment): Promise<Bill> {
  return billWith(
    payment,
    await findOrders(
      db,
      payment.lines.map(({ order_id }) => order_id),
    ),
  );
}

/** Like `billOf`, with orders that are already loaded. */
export function billWith(payment: Payment, found: readonly OrderView[]): Bill {
  const byId = new Map(found.map((order) => [order.id, order]));
  const lines = payment.lines.flatMap((line) => {
    const order = byId.get(line.order_id);
    return order ? [{ order, ...taxedAmount(line.net_cents, line.tax_cents, line.tax_rate_ppm) }] : [];
  });
  const { delivery_cents, delivery_tax_cents, delivery_tax_rate_ppm } = payment;
  const delivery = {
    methodId: payment.delivery_method_id,
    name: payment.delivery_method,
    isCollected: payment.collected,
    ...taxedAmount(delivery_cents, delivery_tax_cents, delivery_tax_rate_ppm),
  };
  return {
    paymentId: payment.id,
    userId: payment.user_id,
    state: payment.state,
    currency: payment.currency,
    lines,
    delivery,
    taxes: sumByRate([...lines, delivery]),
    taxName: payment.tax_name,
    pricesIncludeTax: payment.prices_include_tax,
    region: payment.region,
    exemption: payment.exemption,
    goodsCents: payment.goods_net_cents,
    taxCents: payment.tax_cents,
    totalCents: payment.amount_cents,
    keptDeliveryCents: Math.max(payment.kept_delivery_cents - payment.refunded_delivery_cents, 0),
  };
}

const taxedAmount = (netCents: Cents, taxCents: Cents, taxRatePpm: PartsPerMillion): TaxedAmount => ({
  netCents,
  taxCents,
  grossCents: netCents + taxCents,
  taxRatePpm,
});

function sumByRate(parts: TaxedAmount[]): Bill['taxes'] {
  const taxed = Map.groupBy(
    parts.filter(({ taxRatePpm }) => taxRatePpm > 0),
    ({ taxRatePpm }) => taxRatePpm,
  );
  const sum = (amounts: Cents[]) => amounts.reduce((total, cents) => total + cents, 0);
  return [...taxed]
    .map(([taxRatePpm, ofRate]) => ({
      taxRatePpm,
      netCents: sum(ofRate.map(({ netCents }) => netCents)),
      taxCents: sum(ofRate.map(({ taxCents }) => taxCents)),
    }))
    .toSorted((one, other) => other.taxRatePpm - one.taxRatePpm);
}

/** Maps charges to the columns of a payment. */
export const chargeColumns = (charges: Charges) => ({
  amount_cents: charges.totalCents,
  goods_net_cents: charges.goodsCents,
  delivery_cents: charges.delivery.netCents,
  delivery_tax_cents: charges.delivery.taxCents,
  delivery_tax_rate_ppm: charges.delivery.taxRatePpm,
  tax_cents: charges.taxCents,
  tax_name: charges.taxName,
  prices_include_tax: charges.pricesIncludeTax,
  delivery_method_id: charges.delivery.methodId,
  delivery_method: charges.delivery.name,
  collected: charges.delivery.isCollected,
  region: charges.region ?? '',
  delivery_exempt: charges.delivery.exempt,
  shop_country: charges.shopCountry,
  waived_from_cents: charges.waivedDelivery?.fromCents ?? null,
  waived_delivery_cents: charges.waivedDelivery?.netCents ?? null,
  waived_delivery_tax_cents: charges.waivedDelivery?.taxCents ?? null,
  waived_delivery_tax_rate_ppm: charges.waivedDelivery?.taxRatePpm ?? null,
  waived_delivery_exempt: charges.waivedDelivery?.exempt ?? false,
  exemption_id: charges.certificate?.id ?? null,
  exemption: charges.certificate?.label ?? '',
});

/** Maps the charges of one order to the columns of its payment line. */
export function lineColumns(
  { lines }: Charges,
  orderId: string,
): Pick<PaymentLine, 'net_cents' | 'tax_cents' | 'tax_rate_ppm' | 'exempt'> {
  const line = lines.find((each) => each.orderId === orderId);
  if (!line) throw new Error(`order ${orderId} is not charged for`);
  const { netCents, taxCents, taxRatePpm, exempt } = line;
  return { net_cents: netCents, tax_cents: taxCents, tax_rate_ppm: taxRatePpm, exempt };
}

/** Whether an existing payment has exactly these charges. */
export function hasCharges(payment: Payment, charges: Charges): boolean {
  const isAs = <Row>(row: Row, columns: Partial<Row>) =>
    Object.entries(columns).every(([name, value]) => row[name as keyof Row] === value);
  return (
    isAs<PaymentRow>(payment, chargeColumns(charges)) &&
    payment.lines.every((line) => isAs<PaymentLine>(line, lineColumns(charges, line.order_id)))
  );
}

// Faster than `expect`, which would run millions of times.
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import { computeCharges } from '#features/charge-rules/compute-charges.ts';
import { brokenSums, buildInvoice, type Invoice } from '#features/invoices/invoice.ts';
import { creditedParts } from '#features/invoices/issue-credit-note.ts';
import { invoicedParts } from '#features/invoices/issue-invoice.ts';
import { toXmlInvoice } from '#features/invoices/xml-invoice.ts';
import { refundSum } from '#features/refunds/rules.ts';
import { writeInvoiceXml } from '#invoice-xml';
import { invoiceFacts } from '#tests/support/invoices.ts';
import { testForm } from '../../../tests/support/test-form.ts';
import { chargeColumns, lineColumns } from './bill.ts';
import { cancelSum, deliveryToKeep, waivedOf } from './kept-delivery.ts';
import type { Payment } from './payment-store.ts';
import type { OrderView } from './store.ts';

const terms = { currency: 'usd', currencyDisplay: 'symbol', stepCents: 1 } as const;

/** Baskets with delivery that is free over an amount, and their returns: whole orders or units, by either
 * side's fault. */
const purchases = fc.record({
  lines: fc.array(
    fc.record({
      unitCents: fc.integer({ min: 1, max: 9_000 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      isBook: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  deliveryCents: fc.integer({ min: 0, max: 4_000 }),
  /** The free-delivery threshold, as a share of the goods. */
  from: fc.double({ min: 0, max: 1.1, noNaN: true }),
  rates: fc.tuple(fc.integer({ min: 0, max: 400_000 }), fc.integer({ min: 0, max: 400_000 })),
  deliveryTax: fc.constantFrom('standard', 'highest', 'none'),
  pricesIncludeTax: fc.boolean(),
  steps: fc.array(
    fc.record({
      line: fc.nat(4),
      units: fc.option(fc.integer({ min: 1, max: 8 })),
      isShopsFault: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});
type Purchase = typeof purchases extends fc.Arbitrary<infer Each> ? Each : never;

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

it('retains in random baskets, returned in any order and part, what a separate model retains', () => {
  fc.assert(fc.property(purchases, check), { numRuns: testForm === 'short' ? 1_000 : 10_000 });
});

function check(purchase: Purchase): void {
  const { payment, orders, invoice } = buy(purchase);
  const waivedCents = (payment.waived_delivery_cents ?? 0) + (payment.waived_delivery_tax_cents ?? 0);
  const own = new Reckoning(purchase, waivedCents, payment.delivery_cents + payment.delivery_tax_cents);
  const notes: Invoice[] = [];
  const before = { goods: orders.map(() => 0), delivery: 0, kept: 0 };
  const takeBack = (place: number, asked: number | null, isShopsFault: boolean) => {
    const order = orders[place];
    const line = payment.lines[place];
    if (!order || !line || order.quantity === order.withdrawn_quantity) return;
    const units = Math.min(asked ?? order.quantity, order.quantity - order.withdrawn_quantity);
    const isWhole = order.withdrawn_quantity + units === order.quantity;
    const paidCents = line.net_cents + line.tax_cents;
    const goodsCents = isWhole
      ? paidCents - line.refunded_cents
      : unitsCents(order, line.refunded_cents, paidCents, units);
    if (goodsCents === undefined) return;
    const others = sum(orders.filter((each) => each !== order).map(boughtCents));
    const bought = isWhole ? 0 : order.unit_price_cents * (order.quantity - order.withdrawn_quantity - units);
    const facts = {
      goodsLeftCents: goodsCents,
      deliveryLeftCents: payment.delivery_cents + payment.delivery_tax_cents + before.kept - before.delivery,
      othersCents: others,
      waived: waivedOf(payment),
    };
    const made = isWhole
      ? cancelSum(facts, !isShopsFault)
      : keepOfUnits(payment, others + bought, goodsCents, isShopsFault);
    const refund = {
      amount_cents: made.amountCents,
      delivery_cents: made.deliveryCents,
      kept_delivery_cents: made.keptCents,
      quantity: units,
    };
    const toll = own.takeBack(place, units, goodsCents, isShopsFault);
    deepEqual([made.keptCents, made.amountCents], [toll.kept, goodsCents - toll.kept + toll.givenBack]);
    if (made.amountCents + made.keptCents > 0) {
      const gone = {
        goodsCents: before.goods[place] ?? 0,
        deliveryCents: before.delivery,
        keptCents: before.kept,
      };
      const note = buildInvoice({
        ...invoice,
        kind: 'credit_note',
        invoice: { number: invoice.number, issuedOn: invoice.issuedOn },
        ...creditedParts(invoice, { order, refund, before: gone }),
      });
      equal(note.totalCents, made.amountCents);
      checkXml(note);
      notes.push(note);
    }
    before.goods[place] = (before.goods[place] ?? 0) + goodsCents;
    before.delivery += made.deliveryCents;
    before.kept += made.keptCents;
    line.refunded_cents += goodsCents;
    payment.kept_delivery_cents += made.keptCents;
    if (isShopsFault) payment.spared_goods_cents += order.unit_price_cents * units;
    order.withdrawn_quantity += units;
    order.refunded_quantity += units;
  };
  for (const { line, units, isShopsFault } of purchase.steps)
    takeBack(line % orders.length, units, isShopsFault);
  ok(before.kept <= waivedCents);
  // What is left of the purchase equals what the shop holds for it, with delivery.
  const left = sum(payment.lines.map((line) => line.net_cents + line.tax_cents - line.refunded_cents));
  const delivery = payment.delivery_cents + payment.delivery_tax_cents + before.kept - before.delivery;
  equal(payment.amount_cents - sum(notes.map(({ totalCents }) => totalCents)), left + delivery);
  // Returning the rest refunds everything, rate by rate.
  for (const [place] of orders.entries()) takeBack(place, null, false);
  equal(sum(notes.map(({ totalCents }) => totalCents)), invoice.totalCents);
  for (const rate of new Set(
    [...notes.flatMap(({ taxes }) => taxes), ...invoice.taxes].map(({ ratePpm }) => ratePpm),
  ))
    deepEqual(sumsAt(notes, rate), sumsAt([invoice], rate));
}

const sumsAt = (invoices: Invoice[], rate: number) => {
  const taxes = invoices.flatMap((invoice) => invoice.taxes).filter(({ ratePpm }) => ratePpm === rate);
  return [sum(taxes.map(({ basisCents }) => basisCents)), sum(taxes.map(({ taxCents }) => taxCents))];
};

const boughtCents = (order: OrderView) =>
  order.unit_price_cents * (order.quantity - order.withdrawn_quantity);

/** What the units are refunded at; `undefined` if nothing is left to refund. */
function unitsCents(order: OrderView, refundedCents: number, paidCents: number, quantity: number) {
  const { quantity: ordered, refunded_quantity: refundedQuantity } = order;
  try {
    const line = { paidCents, refundedCents, deliveryLeftCents: 0, quantity: ordered, refundedQuantity };
    return refundSum(line, { quantity }, terms).amountCents;
  } catch {
    return undefined;
  }
}

function keepOfUnits(payment: Payment, standing: number, goodsCents: number, isShopsFault: boolean) {
  const keptCents = isShopsFault ? 0 : deliveryToKeep(waivedOf(payment), standing, goodsCents);
  return { amountCents: goodsCents - keptCents, deliveryCents: 0, keptCents };
}

/** An independent model: every unit is a coin of its price, and delivery is a debt that is due while there
 * are too few coins. */
class Reckoning {
  readonly coins: { place: number; cents: number }[];
  readonly least: number;
  debt: number;
  paid: number;
  /** A delivery that was charged, in full. */
  charged: number;
  /** Cents of units withdrawn by the shop's fault, which still count towards free delivery. */
  ghosts = 0;

  constructor(purchase: Purchase, waivedCents: number, charged: number) {
    this.coins = purchase.lines.flatMap(({ unitCents, quantity }, place) =>
      Array.from({ length: quantity }, () => ({ place, cents: unitCents })),
    );
    this.least = leastOf(purchase);
    this.debt = waivedCents;
    this.paid = 0;
    this.charged = charged;
  }

  takeBack(place: number, units: number, goodsCents: number, isShopsFault: boolean) {
    for (let unit = 0; unit < units; unit++) {
      const found = this.coins.findIndex((coin) => coin.place === place);
      const [coin] = this.coins.splice(found, 1);
      if (isShopsFault) this.ghosts += coin?.cents ?? 0;
    }
    if (this.coins.length === 0) {
      const givenBack = this.paid + this.charged;
      this.paid = 0;
      this.charged = 0;
      return { kept: 0, givenBack };
    }
    const isDue = sum(this.coins.map(({ cents }) => cents)) + this.ghosts < this.least;
    let kept = 0;
    if (isDue && !isShopsFault)
      while (this.debt > 0 && kept < goodsCents) {
        this.debt -= 1;
        this.paid += 1;
        kept += 1;
      }
    return { kept, givenBack: 0 };
  }
}

const leastOf = ({ lines, from }: Purchase) =>
  Math.floor(from * sum(lines.map(({ unitCents, quantity }) => unitCents * quantity)));

/** A payment by the rules of the purchase, with its orders and its invoice. */
function buy(purchase: Purchase) {
  const { rates, deliveryTax, pricesIncludeTax, deliveryCents } = purchase;
  const [standard, ofBooks] = rates;
  const charges = computeCharges(
    purchase.lines.map(({ unitCents, quantity, isBook }, place) => ({
      orderId: String(place),
      enteredCents: unitCents * quantity,
      quantity,
      weightGrams: null,
      taxCategories: isBook ? ['books'] : [],
    })),
    {
      pricesIncludeTax,
      samePriceEverywhere: false,
      taxName: 'VAT',
      shopCountry: 'DE',
      deliveryTax,
      assumedGrams: 0,
      regions: [{ id: 'de', name: 'Germany', countries: ['DE'], postcodePrefixes: [] }],
      rates: [
        { regionId: 'de', categoryId: null, ratePpm: standard, exemptsBusinesses: false },
        { regionId: 'de', categoryId: 'books', ratePpm: ofBooks, exemptsBusinesses: false },
      ],
      methods: [
        {
          id: 'm',
          name: 'Parcel',
          kind: 'free_over' as const,
          priceCents: deliveryCents,
          freeFromCents: leastOf(purchase),
          steps: [],
          maxGrams: null,
          regionIds: [],
        },
      ],
    },
    { country: 'DE', postcode: '10115' },
  );
  const lines = charges.lines.map(({ orderId }) => ({
    order_id: orderId,
    refunded_cents: 0,
    ...lineColumns(charges, orderId),
  }));
  const payment = {
    id: 'payment',
    currency: 'usd',
    vat_number: '',
    deliver_to_country: 'DE',
    ...chargeColumns(charges),
    kept_delivery_cents: 0,
    spared_goods_cents: 0,
    lines,
  } as unknown as Payment;
  const orders = purchase.lines.map(
    ({ unitCents, quantity }, place) =>
      ({
        id: String(place),
        number: `TY-${place}`,
        tool_name: `Tool ${place}`,
        part_number: null,
        unit_price_cents: unitCents,
        quantity,
        withdrawn_quantity: 0,
        refunded_quantity: 0,
      }) as unknown as OrderView,
  );
  const { seller, ...base } = invoiceFacts();
  const paid = payment.lines.map((line, place) => ({ line, order: orders[place] as OrderView }));
  const invoice = buildInvoice({ ...base, seller, ...invoicedParts(payment, paid, seller) });
  const isOwed = sum(orders.map(boughtCents)) >= leastOf(purchase) && deliveryCents > 0;
  equal(payment.waived_from_cents !== null, isOwed);
  return { payment, orders, invoice };
}

/** Checks the XML against sums of its own decimals, as the standard defines them: goods and charges, less
 * what is retained. */
function checkXml(invoice: Invoice): void {
  const xml = writeInvoiceXml(toXmlInvoice(invoice));
  const cents = (name: string, within = xml) =>
    [...within.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>(-?)(\\d+)\\.(\\d+)<`, 'g'))].map(
      ([, sign, whole, fraction]) => Number(`${sign}${whole}${fraction}`),
    );
  const [header = ''] = /<ram:SpecifiedTradeSettlementHeaderMonetarySummation>.*/.exec(xml) ?? [];
  const [goods = 0] = cents('LineTotalAmount', header);
  const [net = 0] = cents('TaxBasisTotalAmount', header);
  const [tax = 0] = cents('TaxTotalAmount', header);
  const [total = 0] = cents('GrandTotalAmount', header);
  const charges = sum(cents('ChargeTotalAmount', header));
  const allowances = sum(cents('AllowanceTotalAmount', header));
  equal(sum(cents('ActualAmount')), charges + allowances);
  deepEqual([net, total], [goods + charges - allowances, net + tax]);
  deepEqual([sum(cents('BasisAmount')), sum(cents('CalculatedAmount'))], [net, tax]);
  equal(total, invoice.totalCents);
  deepEqual(brokenSums(invoice), []);
}

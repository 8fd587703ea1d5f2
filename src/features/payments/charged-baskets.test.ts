// Faster than `expect`, which would run millions of times.
import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import {
  type ChargeLine,
  type ChargeRules,
  type Charges,
  computeCharges,
} from '#features/charge-rules/compute-charges.ts';
import { deliveryKinds } from '#features/charge-rules/rules.ts';
import { brokenSums, buildInvoice, type Invoice } from '#features/invoices/invoice.ts';
import { creditedParts } from '#features/invoices/issue-credit-note.ts';
import { invoicedParts } from '#features/invoices/issue-invoice.ts';
import { toXmlInvoice } from '#features/invoices/xml-invoice.ts';
import { billWith, chargeColumns, lineColumns } from '#features/orders/bill.ts';
import type { Payment } from '#features/orders/payment-store.ts';
import type { OrderView } from '#features/orders/store.ts';
import { type AskedRefund, refundSum } from '#features/refunds/rules.ts';
import { writeInvoiceXml } from '#invoice-xml';
import { invoiceFacts } from '#tests/support/invoices.ts';
import { wrongIn } from '../../../tests/support/second-reckoning.ts';
import { testForm } from '../../../tests/support/test-form.ts';

const regions = [
  { id: 'all', name: 'Everywhere', countries: [], postcodePrefixes: [] },
  { id: 'de', name: 'Germany', countries: ['DE'], postcodePrefixes: [] },
  { id: 'islands', name: 'German islands', countries: ['DE'], postcodePrefixes: ['2599'] },
  { id: 'fr', name: 'France', countries: ['FR'], postcodePrefixes: [] },
];
const regionIds = regions.map(({ id }) => id);
const steps = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });

/** The parts of random baskets: price breaks, packs, categories, weights, every rule of tax and delivery, and
 * refunds. */
const baskets = fc.record({
  tools: fc.array(
    fc.record({
      unitCents: fc.integer({ min: 1, max: 500_000 }),
      breaks: fc.array(
        fc.record({
          quantity: fc.integer({ min: 2, max: 100 }),
          cents: fc.integer({ min: 1, max: 500_000 }),
        }),
        { maxLength: 3 },
      ),
      packs: fc.integer({ min: 1, max: 15 }),
      packStep: fc.integer({ min: 1, max: 12 }),
      weightGrams: fc.option(fc.integer({ min: 1, max: 20_000 })),
      taxCategories: fc.subarray(['books', 'saws', 'hammers']),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  pricesIncludeTax: fc.boolean(),
  samePriceEverywhere: fc.boolean(),
  deliveryTax: fc.constantFrom('standard', 'highest', 'none'),
  assumedGrams: fc.integer({ min: 0, max: 2_000 }),
  methods: fc.array(
    fc.record({
      kind: fc.constantFrom(...deliveryKinds),
      cents: fc.integer({ min: 0, max: 5_000 }),
      freeFrom: fc.integer({ min: 0, max: 2_000_000 }),
      weights: steps(fc.record({ upToGrams: fc.integer({ min: 1, max: 600_000 }), cents: fc.nat(5_000) })),
      maxGrams: fc.option(fc.integer({ min: 1, max: 900_000 })),
      regionIds: fc.subarray(regionIds),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  rates: fc.array(
    fc.record({
      regionId: fc.constantFrom(...regionIds),
      categoryId: fc.option(fc.constantFrom('books', 'saws')),
      ratePpm: fc.integer({ min: 0, max: 1_000_000 }),
      exemptsBusinesses: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  to: fc.record({
    country: fc.option(fc.constantFrom('DE', 'FR', 'US')),
    postcode: fc.constantFrom('10115', '25992', ''),
    vatCountry: fc.option(fc.constantFrom('DE', 'FR')),
  }),
  stepCents: fc.constantFrom(1, 1, 10, 100),
  chosen: fc.nat(3),
  refunds: fc.array(
    fc.record({
      line: fc.nat(5),
      of: fc.constantFrom('units', 'amount', 'delivery'),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 5 },
  ),
});

type Basket = typeof baskets extends fc.Arbitrary<infer Each> ? Each : never;

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Returns the basket's lines and rules; a card can pay every price. */
function read({ tools, methods, stepCents, ...settings }: Basket): {
  lines: ChargeLine[];
  rules: ChargeRules;
} {
  const lines = tools.map(({ unitCents, breaks, packs, packStep, ...goods }, place) => {
    const quantity = packs * packStep;
    const cents =
      breaks
        .toSorted((one, other) => one.quantity - other.quantity)
        .findLast((each) => each.quantity <= quantity)?.cents ?? unitCents;
    return { orderId: String(place), enteredCents: cents * stepCents * quantity, quantity, ...goods };
  });
  const { pricesIncludeTax, samePriceEverywhere, deliveryTax, assumedGrams, rates } = settings;
  return {
    lines,
    rules: {
      pricesIncludeTax,
      samePriceEverywhere,
      taxName: 'VAT',
      shopCountry: 'DE',
      deliveryTax,
      assumedGrams,
      regions,
      rates,
      methods: methods.map(({ cents, freeFrom, weights, ...method }, place) => ({
        id: String(place),
        name: method.kind,
        ...method,
        priceCents: cents * stepCents,
        freeFromCents: method.kind === 'free_over' ? freeFrom * stepCents : null,
        steps: weights
          .toSorted((one, other) => one.upToGrams - other.upToGrams)
          .map((each) => ({ upToGrams: each.upToGrams, priceCents: each.cents * stepCents })),
      })),
    },
  };
}

it('adds up in 10,000 random baskets, on the bill, the invoice and partial credit notes', () => {
  const check = (basket: Basket) => {
    const { lines, rules } = read(basket);
    const proposed = computeCharges(lines, rules, basket.to, undefined, basket.stepCents);
    checkProposal(proposed, rules);
    const { id } = proposed.methods[basket.chosen % Math.max(proposed.methods.length, 1)] ?? {};
    const charges = computeCharges(lines, rules, basket.to, id, basket.stepCents);
    equal(charges.delivery.methodId, id ?? null);
    deepEqual(wrongIn(charges, { lines, rules, to: basket.to, stepCents: basket.stepCents }), []);
    const other = computeCharges(lines.toReversed(), rules, basket.to, id, basket.stepCents);
    deepEqual(other.lines.toReversed(), charges.lines);
    // No currency has steps of a hundred of its units.
    if (basket.stepCents < 100) checkInvoices(charges, basket, lines);
  };
  fc.assert(fc.property(baskets, check), { numRuns: testForm === 'short' ? 1_000 : 10_000 });
});

/** Expects the cheapest method that delivers; collection only where nothing does. */
function checkProposal({ delivery, methods, undeliverable }: Charges, rules: ChargeRules): void {
  equal(undeliverable === null, methods.length > 0);
  const isCollect = (id: string | null) =>
    rules.methods.some((each) => each.id === id && each.kind === 'collect');
  const delivering = methods.filter(({ id }) => !isCollect(id)).map(({ grossCents }) => grossCents);
  equal(delivery.isCollected, isCollect(delivery.methodId));
  if (delivering.length === 0) return;
  deepEqual([delivery.isCollected, delivery.grossCents], [false, Math.min(...delivering)]);
}

/** Checks that the bill, the invoice and its XML state what was charged, and that credit notes of refunds in
 * any order reverse it all. */
function checkInvoices(charges: Charges, basket: Basket, lines: ChargeLine[]): void {
  const payment = paymentOf(charges, basket.stepCents === 1 ? 'usd' : 'kwd');
  const ordered = lines.map(({ orderId, quantity }) => orderOf(orderId, quantity));
  const bill = billWith(payment, ordered);
  const rates = [...new Set([...charges.lines, charges.delivery].map(({ taxRatePpm }) => taxRatePpm))]
    .filter((rate) => rate > 0)
    .sort((one, other) => other - one);
  const atRate = (rate: number) =>
    [...charges.lines, charges.delivery].filter(({ taxRatePpm }) => taxRatePpm === rate);
  const totals = rates.map((taxRatePpm) => ({
    taxRatePpm,
    netCents: sum(atRate(taxRatePpm).map(({ netCents }) => netCents)),
    taxCents: sum(atRate(taxRatePpm).map(({ taxCents }) => taxCents)),
  }));
  deepEqual([bill.taxes, bill.totalCents], [totals, charges.totalCents]);
  const { seller, ...base } = invoiceFacts();
  const facts = { ...base, currency: payment.currency };
  const paid = payment.lines.map((line, place) => ({ line, order: ordered[place] as OrderView }));
  const invoice = buildInvoice({ ...facts, seller, ...invoicedParts(payment, paid, seller) });
  equal(invoice.totalCents, charges.totalCents);
  for (const { taxRatePpm, netCents, taxCents } of totals.filter((each) => each.netCents + each.taxCents > 0))
    deepEqual(
      invoice.taxes
        .filter(({ ratePpm }) => ratePpm === taxRatePpm)
        .map((tax) => [tax.basisCents, tax.taxCents]),
      [[netCents, taxCents]],
    );
  checkXml(invoice);
  const notes = creditNotesOf(invoice, payment, ordered, basket);
  equal(sum(notes.map(({ totalCents }) => totalCents)), charges.totalCents);
  const taken = notes.flatMap(({ taxes }) => taxes);
  for (const { category, ratePpm, basisCents, taxCents } of invoice.taxes) {
    const same = taken.filter((tax) => tax.category === category && tax.ratePpm === ratePpm);
    const back = [sum(same.map((tax) => tax.basisCents)), sum(same.map((tax) => tax.taxCents))];
    deepEqual(back, [basisCents, taxCents]);
  }
}

/** A new payment with these charges, as its rows have it. */
function paymentOf(charges: Charges, currency: string): Payment {
  const lines = charges.lines.map(({ orderId }) => ({
    order_id: orderId,
    refunded_cents: 0,
    ...lineColumns(charges, orderId),
  }));
  const facts = { id: 'payment', currency, vat_number: '', deliver_to_country: 'DE' };
  return { ...facts, ...chargeColumns(charges), lines } as unknown as Payment;
}

const orderOf = (id: string, quantity: number) =>
  ({ id, quantity, number: `TY-${id}`, tool_name: `Tool ${id}`, part_number: null }) as unknown as OrderView;

/** Refunds parts of lines and of the delivery as the basket says, then the rest; returns the credit note of
 * each. */
function creditNotesOf(
  invoice: Invoice,
  payment: Payment,
  ordered: OrderView[],
  { refunds, stepCents }: Basket,
): Invoice[] {
  const terms = { currency: 'usd', currencyDisplay: 'symbol', stepCents } as const;
  const delivery = { paid: payment.delivery_cents + payment.delivery_tax_cents, refunded: 0 };
  const states = payment.lines.map((line, place) => ({
    order: ordered[place] as OrderView,
    paid: line.net_cents + line.tax_cents,
    refunded: 0,
    units: 0,
  }));
  const notes: Invoice[] = [];
  const give = (state: (typeof states)[number], asked: AskedRefund) => {
    const { order, paid, refunded } = state;
    const { amountCents, deliveryCents } = refundSum(
      {
        paidCents: paid,
        refundedCents: refunded,
        quantity: order.quantity,
        refundedQuantity: state.units,
        deliveryLeftCents: delivery.paid - delivery.refunded,
      },
      asked,
      terms,
    );
    const quantity = 'quantity' in asked ? asked.quantity : null;
    const refund = {
      amount_cents: amountCents,
      delivery_cents: deliveryCents,
      quantity,
      kept_delivery_cents: 0,
    };
    const before = { goodsCents: refunded, deliveryCents: delivery.refunded, keptCents: 0 };
    const note = buildInvoice({
      ...invoice,
      kind: 'credit_note',
      invoice: { number: invoice.number, issuedOn: invoice.issuedOn },
      ...creditedParts(invoice, { order, refund, before }),
    });
    equal(note.totalCents, amountCents);
    checkXml(note);
    notes.push(note);
    state.refunded += amountCents - deliveryCents;
    state.units += quantity ?? 0;
    delivery.refunded += deliveryCents;
  };
  for (const { line, of, share } of refunds) {
    const state = states[line % states.length];
    if (!state) continue;
    const left = state.paid - state.refunded;
    const amountCents = Math.floor((share * left) / stepCents) * stepCents;
    const quantity = Math.floor(share * (state.order.quantity - state.units));
    // Less than the smallest amount per unit can only be refunded by amount.
    if (of === 'units' && quantity > 0 && left >= state.order.quantity * stepCents) give(state, { quantity });
    if (of === 'amount' && amountCents > 0) give(state, { amountCents });
    if (of === 'delivery' && delivery.paid > delivery.refunded) give(state, { delivery: true });
  }
  for (const state of states)
    if (state.paid > state.refunded) give(state, { amountCents: state.paid - state.refunded });
  const [first] = states;
  if (first && delivery.paid > delivery.refunded) give(first, { delivery: true });
  return notes;
}

/** Checks that the XML's own decimals add up to the invoice, and that each rate's tax follows the standard's
 * rule. */
function checkXml(paper: Invoice): void {
  const xml = writeInvoiceXml(toXmlInvoice(paper));
  const cents = (name: string, within = xml) =>
    [...within.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>(\\d+)\\.(\\d+)<`, 'g'))].map(
      ([, whole, fraction]) => Number(`${whole}${fraction}`),
    );
  const [header = ''] = /<ram:SpecifiedTradeSettlementHeaderMonetarySummation>.*/.exec(xml) ?? [];
  const [goods = 0] = cents('LineTotalAmount', header);
  const [net = 0] = cents('TaxBasisTotalAmount', header);
  const [tax = 0] = cents('TaxTotalAmount', header);
  const charge = sum(cents('ChargeTotalAmount', header));
  equal(sum(cents('LineTotalAmount')), 2 * goods);
  deepEqual([net, net + tax], [goods + charge, paper.totalCents]);
  deepEqual(cents('GrandTotalAmount', header), [paper.totalCents]);
  equal(sum(cents('CalculatedAmount')), tax);
  equal(sum(cents('BasisAmount')), net);
  deepEqual(brokenSums(paper), []);
}

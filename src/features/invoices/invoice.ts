import { type Cents, type CurrencyDisplay, currencyDigits } from '#contracts/money.ts';
import type { BankAccount } from '#contracts/shop-details.ts';
import { type PartsPerMillion, WHOLE_PPM } from '#contracts/tax-rate.ts';
import type { TaxCategory } from '#invoice-xml';
import type { InvoiceKind } from './contract.ts';

/** The seller as of the invoice's issue. Fields that the shop has not filled in are empty. */
export type Seller = {
  name: string;
  address: string;
  /** ISO 3166, two uppercase letters. */
  country: string;
  email: string;
  phone: string;
  vatNumber: string;
  taxNumber: string;
  registration: string;
  bank: string;
  note: string;
  /** The name of the shop's logo at the time; empty for none. */
  logo: string;
};

/** The parts of an address from the address book; parts that the country does not use are empty. */
export type AddressParts = {
  country: string;
  name: string;
  company: string;
  line1: string;
  line2: string;
  district: string;
  city: string;
  region: string;
  postalCode: string;
};

/** The buyer. `address` has lines in the format of its country. */
export type Buyer = {
  name: string;
  address: string;
  addressParts: AddressParts | null;
  country: string;
  email: string;
  vatNumber: string;
};

/** An amount charged, in whole minor units; rates in parts per million (190000 is 19 %). */
type Charged = { netCents: Cents; taxCents: Cents; taxRatePpm: PartsPerMillion; category: TaxCategory };

export type InvoiceLine = Charged & {
  orderNumber: string;
  name: string;
  /** The manufacturer's part number. */
  partNumber: string | null;
  quantity: number;
  purchaseOrderNumber: string | null;
  /** The buyer's note on the order. */
  note: string | null;
};

/** The delivery charge, named after its method. */
export type InvoiceDelivery = Charged & { name: string };

/** The place that tax was charged by: where the goods went, or the shop for collected goods. Parts that are
 * not known, or differ among the orders, are empty; `region` is a code where the country has them. */
export type TaxedPlace = { country: string; region: string; postalCode: string };

/** The due date of an invoice issued before payment, and the account to pay into. */
export type PaymentTerms = { dueOn: string; account: BankAccount };

/** The inputs of an invoice; the rest is computed from them. */
export type InvoiceFacts = {
  kind: InvoiceKind;
  /** The displayed number: `INV-000001`. */
  number: string;
  /** The date in the shop's time zone: `2026-11-23`. */
  issuedOn: string;
  /** As in the shop's settings: `usd`. */
  currency: string;
  currencyDisplay: CurrencyDisplay;
  /** The shop's name for its tax. */
  taxName: string;
  /** Whether the prices shown to the buyer include tax; the invoice then shows gross prices. */
  pricesIncludeTax: boolean;
  seller: Seller;
  buyer: Buyer;
  /** The delivery address if it differs from the buyer's address, and its parts. */
  deliverTo: string | null;
  deliverToParts: AddressParts | null;
  /** The country that the goods are sent to; null if it is unknown or the goods are collected. */
  deliverToCountry: string | null;
  /** Null on invoices of earlier versions, and on credit notes of these. */
  taxedPlace: TaxedPlace | null;
  /** The buyer's certificate for which there is no sales tax; left out or empty without one. */
  exemption?: string;
  lines: InvoiceLine[];
  delivery: InvoiceDelivery | null;
  /** On an invoice: the price of delivery that was free above a goods amount. It is printed on no invoice
   * unless it is retained. */
  waivedDelivery: InvoiceDelivery | null;
  /** On a credit note: delivery that is due because less was bought, deducted from the refund. */
  keptDelivery: InvoiceDelivery | null;
  transactionId: string | null;
  /** Null if the invoice is fully paid. */
  terms: PaymentTerms | null;
  /** The date on which a manual payment arrived, if staff entered it. */
  receivedOn: string | null;
  /** Whether a credit note cancels an invoice that was never paid. */
  isOfUnpaid: boolean;
  /** The reason for the refund. */
  reason: string | null;
  /** The invoice that a credit note corrects. */
  invoice: { number: string; issuedOn: string } | null;
};

export type InvoiceTax = {
  category: TaxCategory;
  ratePpm: PartsPerMillion;
  basisCents: Cents;
  taxCents: Cents;
};

/** The full content of an invoice or a credit note, as it is stored permanently. */
export type Invoice = InvoiceFacts & {
  /** One per category and rate, highest first. */
  taxes: InvoiceTax[];
  goodsCents: Cents;
  netCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
  /** Amount paid before issue: the total of an invoice, or zero if it has terms. */
  paidCents: Cents;
};

/** Input for drawing an invoice: the shop's logo is a PNG with its size in pixels. */
export type DrawTask = {
  invoice: Invoice;
  logo: { bytes: Uint8Array; width: number; height: number } | undefined;
};

/** Builds an invoice from its facts. @throws Error if its sums do not add up */
export function buildInvoice(facts: InvoiceFacts): Invoice {
  const charged = chargedParts(facts);
  const goodsCents = sumOf(facts.lines.map((line) => line.netCents));
  const netCents = sumOf(charged.map((part) => part.netCents));
  const taxCents = sumOf(charged.map((part) => part.taxCents));
  const invoice: Invoice = {
    ...facts,
    taxes: taxesOf(charged),
    goodsCents,
    netCents,
    taxCents,
    totalCents: netCents + taxCents,
    paidCents: facts.kind === 'invoice' && facts.terms === null ? netCents + taxCents : 0,
  };
  const broken = brokenSums(invoice);
  if (broken.length > 0) throw new Error(`${facts.number} does not add up: ${broken.join(', ')}`);
  return invoice;
}

/** All parts that the invoice's sums consist of; retained delivery is negative. */
function chargedParts({ lines, delivery, keptDelivery }: InvoiceFacts): Charged[] {
  return [
    ...lines,
    ...(delivery ? [delivery] : []),
    ...(keptDelivery
      ? [{ ...keptDelivery, netCents: -keptDelivery.netCents, taxCents: -keptDelivery.taxCents }]
      : []),
  ];
}

export const sumOf = (cents: Cents[]): Cents => cents.reduce((sum, each) => sum + each, 0);

function taxesOf(charged: Charged[]): InvoiceTax[] {
  const taxes = Map.groupBy(charged, ({ category, taxRatePpm }) => `${category} ${taxRatePpm}`);
  return [...taxes.values()]
    .flatMap((parts): InvoiceTax[] => {
      const [first] = parts;
      if (!first) return [];
      const basisCents = sumOf(parts.map((part) => part.netCents));
      const taxCents = sumOf(parts.map((part) => part.taxCents));
      return [{ category: first.category, ratePpm: first.taxRatePpm, basisCents, taxCents }];
    })
    .toSorted((one, other) => other.ratePpm - one.ratePpm);
}

/** Returns the rules of EN 16931 that an invoice's sums break. The tax of a rate may be half a minor unit off
 * per line, because older payments, and partial refunds, were rounded line by line. */
export function brokenSums(invoice: Invoice): string[] {
  const { kind, terms, lines, delivery, keptDelivery, taxes } = invoice;
  const { goodsCents, netCents, taxCents, totalCents, paidCents } = invoice;
  const charged = chargedParts(invoice);
  const parts = [...lines, delivery, keptDelivery].filter((part) => part !== null);
  const amounts = [...parts.flatMap((part) => [part.netCents, part.taxCents]), totalCents, paidCents];
  const rules: [rule: string, holds: boolean][] = [
    ['whole amounts', amounts.every((cents) => Number.isSafeInteger(cents) && cents >= 0)],
    ['BR-16', lines.length > 0],
    ['BR-CO-10', goodsCents === sumOf(lines.map((line) => line.netCents))],
    ['BR-CO-13', netCents === goodsCents + (delivery?.netCents ?? 0) - (keptDelivery?.netCents ?? 0)],
    ['BR-CO-14', taxCents === sumOf(taxes.map((tax) => tax.taxCents))],
    ['BR-CO-15', totalCents === netCents + taxCents],
    ['BR-CO-16', paidCents <= totalCents],
    [
      'BR-CO-17',
      taxes.every((tax) =>
        isTaxOf(
          invoice,
          tax,
          charged.filter((part) => part.taxRatePpm === tax.ratePpm && part.category === tax.category),
        ),
      ),
    ],
    ['BR-CO-18', netCents === sumOf(taxes.map((tax) => tax.basisCents))],
    ['BR-CO-25', kind === 'credit_note' || paidCents === totalCents || terms !== null],
  ];
  return rules.flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

function isTaxOf(
  { kind, currency }: Invoice,
  { ratePpm, basisCents, taxCents }: InvoiceTax,
  charged: Charged[],
): boolean {
  const isSum =
    basisCents === sumOf(charged.map((part) => part.netCents)) &&
    taxCents === sumOf(charged.map((part) => part.taxCents));
  // In millionths of a minor unit, to avoid rounding here.
  const rounding = ROUNDING[kind] * smallestCharge(currency) * (1 + ratePpm / WHOLE_PPM);
  return isSum && Math.abs(taxCents * WHOLE_PPM - basisCents * ratePpm) <= charged.length * rounding;
}

/** Smallest step that cards can charge, in minor units: ten for currencies with three decimals. */
const smallestCharge = (currency: string): Cents => (currencyDigits(currency) > 2 ? 10 : 1);

/** Half a minor unit per line, for the rounded tax or the net price extracted from a gross one; partial
 * refunds are also rounded at the start and the end of their part. */
const ROUNDING: Record<InvoiceKind, number> = { invoice: WHOLE_PPM / 2, credit_note: (WHOLE_PPM / 2) * 3 };

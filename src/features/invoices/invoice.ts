import { type Cents, type CurrencyDisplay, currencyDigits } from '#contracts/money.ts';
import type { BankAccount } from '#contracts/shop-details.ts';
import { type PartsPerMillion, WHOLE_PPM } from '#contracts/tax-rate.ts';
import type { TaxCategory } from '#invoice-xml';
import type { InvoiceKind } from './contract.ts';

/** Who issues an invoice, as it was then. What the shop has not said is empty. */
export type Seller = {
  name: string;
  address: string;
  /** ISO 3166, two capitals. */
  country: string;
  email: string;
  phone: string;
  vatNumber: string;
  taxNumber: string;
  registration: string;
  bank: string;
  note: string;
  /** The name of the logo that the shop had; empty for none. */
  logo: string;
};

/** An address part by part, where the address book has it; what a country does not write is empty. */
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

/** Whom an invoice is for. `address`: lines as their country writes them. */
export type Buyer = {
  name: string;
  address: string;
  addressParts: AddressParts | null;
  country: string;
  email: string;
  vatNumber: string;
};

/** What is charged, in whole minor units; rates in parts per million (190000 is 19 %). */
type Charged = { netCents: Cents; taxCents: Cents; taxRatePpm: PartsPerMillion; category: TaxCategory };

export type InvoiceLine = Charged & {
  orderNumber: string;
  name: string;
  /** What its maker calls it. */
  partNumber: string | null;
  quantity: number;
  purchaseOrderNumber: string | null;
  /** What the buyer wrote on the order. */
  note: string | null;
};

/** What delivery came to, under the name of its method. */
export type InvoiceDelivery = Charged & { name: string };

/** By which day an invoice is to be paid that is issued before payment, and to which account. */
export type PaymentTerms = { dueOn: string; account: BankAccount };

/** What is known when an invoice is issued; the rest follows from it. */
export type InvoiceFacts = {
  kind: InvoiceKind;
  /** As people read it: `INV-000001`. */
  number: string;
  /** The day in the shop's time zone: `2026-11-23`. */
  issuedOn: string;
  /** As the shop's setting has it: `usd`. */
  currency: string;
  currencyDisplay: CurrencyDisplay;
  /** What the shop calls its tax. */
  taxName: string;
  /** Whether the prices that the buyer saw have the tax in them: the invoice then shows those. */
  pricesIncludeTax: boolean;
  seller: Seller;
  buyer: Buyer;
  /** Where it goes, where that is not what the buyer's address says, and its parts. */
  deliverTo: string | null;
  deliverToParts: AddressParts | null;
  /** The country that the goods are sent to; null where that is not known, or they are collected. */
  deliverToCountry: string | null;
  lines: InvoiceLine[];
  delivery: InvoiceDelivery | null;
  /** Of an invoice: what delivery would have cost that was free over an amount of goods. It is on no
   * invoice, unless it is kept back. */
  waivedDelivery: InvoiceDelivery | null;
  /** Of a credit note: the delivery that is due since less was bought, and taken off what goes back. */
  keptDelivery: InvoiceDelivery | null;
  transactionId: string | null;
  /** Null where all of it has been paid. */
  terms: PaymentTerms | null;
  /** The day on which money by hand came, where the staff said so. */
  receivedOn: string | null;
  /** Whether a credit note takes back the whole of an invoice that was never paid. */
  isOfUnpaid: boolean;
  /** Why money goes back. */
  reason: string | null;
  /** The invoice that a credit note takes back from. */
  invoice: { number: string; issuedOn: string } | null;
};

export type InvoiceTax = {
  category: TaxCategory;
  ratePpm: PartsPerMillion;
  basisCents: Cents;
  taxCents: Cents;
};

/** All that is on an invoice or a credit note, as it is kept for ever. */
export type Invoice = InvoiceFacts & {
  /** One for each category and rate, the highest first. */
  taxes: InvoiceTax[];
  goodsCents: Cents;
  netCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
  /** What was paid before it was issued: the whole of an invoice, or nothing where it has terms. */
  paidCents: Cents;
};

/** What an invoice is drawn from: the shop's logo is a PNG with its size in pixels. */
export type DrawTask = {
  invoice: Invoice;
  logo: { bytes: Uint8Array; width: number; height: number } | undefined;
};

/** Makes an invoice of what is known. @throws Error when it would not add up */
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

/** All that an invoice's sums are of: what is kept counts against the rest. */
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

/** Which sums of an invoice are wrong, by the rules of EN 16931 that they break. The tax of a rate may be
 * half a minor unit off for each of its lines: that of payments of before was rounded line by line, and so
 * is what is given back in parts. */
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
  // In millionths of a minor unit, so that nothing is rounded here.
  const rounding = ROUNDING[kind] * smallestCharge(currency) * (1 + ratePpm / WHOLE_PPM);
  return isSum && Math.abs(taxCents * WHOLE_PPM - basisCents * ratePpm) <= charged.length * rounding;
}

/** What cards charge multiples of, in minor units: of a currency with three decimals, ten. */
const smallestCharge = (currency: string): Cents => (currencyDigits(currency) > 2 ? 10 : 1);

/** Half a minor unit a line, of the tax or of the price that it was taken out of; what is given back in parts
 * is rounded at the beginning and at the end of its part as well. */
const ROUNDING: Record<InvoiceKind, number> = { invoice: WHOLE_PPM / 2, credit_note: (WHOLE_PPM / 2) * 3 };

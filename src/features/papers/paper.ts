import type { Cents, CurrencyDisplay } from '#contracts/money.ts';
import type { PaperKind } from './contract.ts';

/** How a sum is taxed, by the codes of UNTDID 5305: standard rate, zero rate, exempt, reverse charge, not subject to tax. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'O';

/** Who issues a paper, as it was then. What the shop has not said is empty. */
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

/** Whom a paper is for. `address`: lines as their country writes them. */
export type Buyer = { name: string; address: string; country: string; email: string; vatNumber: string };

/** What is charged, in whole minor units; `taxRate` in hundredths of a percent (1900 is 19 %). */
type Charged = { netCents: Cents; taxCents: Cents; taxRate: number };

export type PaperLine = Charged & {
  orderNumber: string;
  name: string;
  quantity: number;
  purchaseOrderNumber: string | null;
  /** What the buyer wrote on the order. */
  note: string | null;
};

/** What delivery came to, under the name of its method. */
export type PaperDelivery = Charged & { name: string };

type WithCategory<Part> = Part & { category: TaxCategory };

/** What is known when a paper is issued; the rest follows from it. */
export type PaperFacts = {
  kind: PaperKind;
  /** As people read it: `INV-000001`. */
  number: string;
  /** The day in the shop's time zone: `2026-11-23`. */
  issuedOn: string;
  /** As the shop's setting has it: `usd`. */
  currency: string;
  currencyDisplay: CurrencyDisplay;
  /** What the shop calls its tax. */
  taxName: string;
  seller: Seller;
  buyer: Buyer;
  /** Where it goes, where that is not what the buyer's address says. */
  deliverTo: string | null;
  lines: PaperLine[];
  delivery: PaperDelivery | null;
  transactionId: string | null;
  /** Why money goes back. */
  reason: string | null;
  /** The invoice that a credit note takes back from. */
  invoice: { number: string; issuedOn: string } | null;
};

export type PaperTax = { category: TaxCategory; rate: number; basisCents: Cents; taxCents: Cents };

/** All that is on an invoice or a credit note, as it is kept for ever. */
export type Paper = Omit<PaperFacts, 'lines' | 'delivery'> & {
  lines: WithCategory<PaperLine>[];
  delivery: WithCategory<PaperDelivery> | null;
  /** One for each rate, the highest first. */
  taxes: PaperTax[];
  goodsCents: Cents;
  netCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
  /** What was paid before it was issued: the whole of an invoice. */
  paidCents: Cents;
};

/** Makes a paper of what is known. @throws Error when it would not add up */
export function buildPaper(facts: PaperFacts): Paper {
  const { lines, delivery } = facts;
  const charged: Charged[] = delivery ? [...lines, delivery] : lines;
  const categoryOf = chooseCategory(facts, charged);
  const withCategory = <Part extends Charged>(part: Part) => ({
    ...part,
    category: categoryOf(part.taxRate),
  });
  const goodsCents = sumOf(lines.map((line) => line.netCents));
  const netCents = goodsCents + (delivery?.netCents ?? 0);
  const taxCents = sumOf(charged.map((part) => part.taxCents));
  const paper: Paper = {
    ...facts,
    lines: lines.map(withCategory),
    delivery: delivery && withCategory(delivery),
    taxes: taxesOf(charged.map(withCategory)),
    goodsCents,
    netCents,
    taxCents,
    totalCents: netCents + taxCents,
    paidCents: facts.kind === 'invoice' ? netCents + taxCents : 0,
  };
  const broken = brokenSums(paper);
  if (broken.length > 0) throw new Error(`${facts.number} does not add up: ${broken.join(', ')}`);
  return paper;
}

export const sumOf = (cents: Cents[]): Cents => cents.reduce((sum, each) => sum + each, 0);

/** Nothing taxed in a shop without tax numbers is not subject to tax; business buyers abroad owe the tax themselves. */
function chooseCategory(
  { seller, buyer }: Pick<PaperFacts, 'seller' | 'buyer'>,
  charged: Charged[],
): (taxRate: number) => TaxCategory {
  const isTaxFree = charged.every(({ taxRate }) => taxRate === 0);
  const isRegistered = seller.vatNumber !== '' || seller.taxNumber !== '';
  const isReversed =
    isTaxFree && seller.vatNumber !== '' && buyer.vatNumber !== '' && buyer.country !== seller.country;
  return (taxRate) => {
    if (taxRate > 0) return 'S';
    if (isReversed) return 'AE';
    if (isRegistered) return 'Z';
    return isTaxFree ? 'O' : 'E';
  };
}

function taxesOf(charged: WithCategory<Charged>[]): PaperTax[] {
  const taxes = new Map<number, PaperTax>();
  for (const { taxRate: rate, category, netCents, taxCents } of charged) {
    const before = taxes.get(rate) ?? { category, rate, basisCents: 0, taxCents: 0 };
    const basisCents = before.basisCents + netCents;
    taxes.set(rate, { category, rate, basisCents, taxCents: before.taxCents + taxCents });
  }
  return [...taxes.values()].toSorted((one, other) => other.rate - one.rate);
}

/** Which sums of a paper are wrong, by the rules of EN 16931 that they break. Tax was rounded line by line (decision 31),
 * so that the sum of a rate may be half a minor unit off for each of its lines. */
export function brokenSums(paper: Paper): string[] {
  const { kind, lines, delivery, taxes, goodsCents, netCents, taxCents, totalCents, paidCents } = paper;
  const charged: WithCategory<Charged>[] = delivery ? [...lines, delivery] : lines;
  const amounts = [...charged.flatMap((part) => [part.netCents, part.taxCents]), totalCents, paidCents];
  const rules: [rule: string, holds: boolean][] = [
    ['whole amounts', amounts.every((cents) => Number.isSafeInteger(cents) && cents >= 0)],
    ['BR-16', lines.length > 0],
    ['BR-CO-10', goodsCents === sumOf(lines.map((line) => line.netCents))],
    ['BR-CO-13', netCents === goodsCents + (delivery?.netCents ?? 0)],
    ['BR-CO-14', taxCents === sumOf(taxes.map((tax) => tax.taxCents))],
    ['BR-CO-15', totalCents === netCents + taxCents],
    ['BR-CO-16', paidCents <= totalCents],
    [
      'BR-CO-17',
      taxes.every((tax) =>
        isTaxOf(
          kind,
          tax,
          charged.filter((part) => part.taxRate === tax.rate),
        ),
      ),
    ],
    ['BR-CO-18', netCents === sumOf(taxes.map((tax) => tax.basisCents))],
  ];
  return rules.flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

function isTaxOf(
  kind: PaperKind,
  { rate, basisCents, taxCents }: PaperTax,
  charged: WithCategory<Charged>[],
): boolean {
  const isSum =
    basisCents === sumOf(charged.map((part) => part.netCents)) &&
    taxCents === sumOf(charged.map((part) => part.taxCents));
  // In ten thousandths of a minor unit, so that nothing is rounded here.
  const rounding = ROUNDING[kind] * (1 + rate / 10_000);
  return isSum && Math.abs(taxCents * 10_000 - basisCents * rate) <= charged.length * rounding;
}

/** Half a minor unit a line, of the tax or of the price that it was taken out of; what is given back in parts is rounded at
 * the beginning and at the end of its part as well. */
const ROUNDING: Record<PaperKind, number> = { invoice: 5_000, credit_note: 15_000 };

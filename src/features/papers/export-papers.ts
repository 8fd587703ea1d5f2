import { sql } from 'kysely';
import { toPrice } from '#contracts/money.ts';
import { writePercent } from '#contracts/tax-rate.ts';
import type { Export } from '#features/exports/send-export.ts';
import type { PaperChoice } from './contract.ts';
import type { PaperTax } from './paper.ts';
import { listedBuyer, type PaperRow, paperOf, papersMeant } from './store.ts';

/** `place` of its taxes, the first being 1. */
type Line = PaperRow & { place: number };

/** The papers that are meant as a file, a line for each tax rate, as bookkeeping takes them in. */
export function exportOfPapers(choice: PaperChoice): Export<Line> {
  const taxOf = (line: Line): PaperTax => {
    const tax = paperOf(line).taxes[line.place - 1];
    if (!tax) throw new Error(`${line.name} has no tax ${line.place}`);
    return tax;
  };
  /** Credit notes take back. */
  const amount = ({ kind, currency }: Line, cents: number) =>
    toPrice(kind === 'credit_note' && cents !== 0 ? -cents : cents, currency);
  return {
    kind: 'invoices',
    query: sql`
      select invoices.*, place::int,
        (select display_name from users where users.id = user_id) as account_name,
        (select email from users where users.id = user_id) as account_email
      from invoices, jsonb_array_elements(document -> 'taxes') with ordinality as rate (tax, place)
      where ${papersMeant(choice)} order by kind desc, number, place`,
    columns: {
      kind: (line) => line.kind,
      number: (line) => line.name,
      date: (line) => line.issued_on,
      invoice: (line) => paperOf(line).invoice?.number ?? '',
      orderNumbers: (line) => line.order_numbers.join(' '),
      purchaseOrderNumbers: (line) =>
        [
          ...new Set(paperOf(line).lines.flatMap(({ purchaseOrderNumber }) => purchaseOrderNumber ?? [])),
        ].join(' '),
      buyer: (line) => listedBuyer(line).name,
      email: (line) => listedBuyer(line).email,
      country: (line) => paperOf(line).buyer.country,
      vatNumber: (line) => paperOf(line).buyer.vatNumber,
      taxCategory: (line) => taxOf(line).category,
      taxRate: (line) => writePercent(taxOf(line).ratePpm),
      net: (line) => amount(line, taxOf(line).basisCents),
      tax: (line) => amount(line, taxOf(line).taxCents),
      total: (line) => amount(line, taxOf(line).basisCents + taxOf(line).taxCents),
      currency: (line) => line.currency,
      transactionId: (line) => paperOf(line).transactionId,
    },
  };
}

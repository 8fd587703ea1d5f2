import { isOfCard } from '#contracts/identifiers.ts';
import { currencyDigits, formatCents, type PriceStyle } from '#contracts/money.ts';
import { exemptText } from '#features/exemptions/texts.ts';
import type { Sheet, Style } from '#tagged-pdf';
import { LOCALE } from '#texts/locale.ts';
import { type Invoice, sumOf } from '../invoice.ts';
import { invoiceTexts as texts } from '../invoice-texts.ts';

type Column = {
  key: keyof typeof texts.columns | 'taxRate';
  name: string;
  x: number;
  width: number;
  align: 'left' | 'right';
};
type Structure = Sheet['root'];

const GREY = '#5c5c5c';
const RULE = '#c8c8c8';
const head: Style = { size: 8, weight: 'bold', colour: GREY };
const small: Style = { size: 8, colour: GREY };
const PAD = 5;

/** Draws the items as a table, over as many pages as needed, and the totals. */
export function drawItems(sheet: Sheet, invoice: Invoice, top: number): void {
  const { doc } = sheet;
  const columns = columnsOf(sheet, invoice);
  const table = sheet.part(sheet.root, 'Table');
  let y = drawHeadings(sheet, columns, top, sheet.part(table, 'TR'));
  for (const line of invoice.lines) {
    const cells: Record<Column['key'], string> = {
      item: line.name,
      quantity: String(line.quantity),
      unitPrice: formatUnitPrice(invoice, shownCents(invoice, line), line.quantity),
      taxRate: texts.rate(line.taxRatePpm),
      amount: priceIn(invoice)(shownCents(invoice, line)),
    };
    const partNumber = line.partNumber && texts.partNumber(line.partNumber);
    const details = [partNumber, texts.ofOrder(line), line.note].filter(Boolean).join('\n');
    const height = heightOfRow(sheet, columns, cells, details);
    if (y + height > endOf(doc)) {
      doc.addPage();
      y = drawHeadings(sheet, columns, doc.page.margins.top, undefined);
    }
    const row = sheet.part(table, 'TR');
    for (const column of columns) {
      const place = { x: column.x, y: y + PAD, width: column.width };
      const cell = sheet.part(row, 'TD');
      const written = sheet.write(cell, 'P', cells[column.key], place, { align: column.align });
      if (column.key === 'item') sheet.write(cell, 'P', details, { ...place, y: place.y + written }, small);
    }
    y += height;
    rule(sheet, y);
  }
  drawSums(sheet, invoice, y + PAD);
}

/** Returns where the text of a page ends. */
const endOf = (doc: PDFKit.PDFDocument) => doc.page.height - doc.page.margins.bottom;

function columnsOf({ doc }: Sheet, invoice: Invoice): Column[] {
  const { left, right } = doc.page.margins;
  const whole = doc.page.width - left - right;
  const isTaxed = invoice.taxes.some(({ category }) => category !== 'O');
  const widths: [Column['key'], number][] = [
    ['quantity', 46],
    ['unitPrice', 84],
    ...(isTaxed ? [['taxRate', 46] satisfies [Column['key'], number]] : []),
    ['amount', 92],
  ];
  const item = whole - widths.reduce((sum, [, width]) => sum + width, 0);
  let x = left + item;
  const rest = widths.map(([key, width]): Column => {
    const name = key === 'taxRate' ? invoice.taxName : texts.columns[key];
    const column: Column = { key, name, x: x + 8, width: width - 8, align: 'right' };
    x += width;
    return column;
  });
  return [{ key: 'item', name: texts.columns.item, x: left, width: item, align: 'left' }, ...rest];
}

/** Writes the column headings: as the table's head, or on a further page as an artifact. */
function drawHeadings(sheet: Sheet, columns: Column[], y: number, row: Structure | undefined): number {
  for (const { name, align, ...place } of columns) {
    const style = { ...head, align };
    if (row) {
      const cell = sheet.part(row, 'TH', { scope: 'Column' });
      sheet.write(cell, 'P', name, { ...place, y }, style);
    } else {
      sheet.artifact('Pagination', () => sheet.writeBare(name, { ...place, y }, style));
    }
  }
  const end = y + sheet.heightOf(' ', 100, head) + PAD;
  rule(sheet, end);
  return end;
}

function heightOfRow(
  sheet: Sheet,
  columns: Column[],
  cells: Record<Column['key'], string>,
  details: string,
): number {
  const heights = columns.map(
    ({ key, width }) =>
      sheet.heightOf(cells[key], width) + (key === 'item' ? sheet.heightOf(details, width, small) : 0),
  );
  return Math.max(...heights) + 2 * PAD;
}

function rule({ doc, artifact }: Sheet, y: number): void {
  const { left, right } = doc.page.margins;
  artifact('Layout', () => {
    doc
      .moveTo(left, y)
      .lineTo(doc.page.width - right, y)
      .lineWidth(0.5)
      .stroke(RULE);
  });
}

/** Draws the totals, without a page break. */
function drawSums(sheet: Sheet, invoice: Invoice, top: number): void {
  const { doc } = sheet;
  const rows = sumsOf(invoice);
  const { left, right } = doc.page.margins;
  const width = (doc.page.width - left - right) * 0.55;
  const x = doc.page.width - right - width;
  const styleOf = (isStrong: boolean): Style => (isStrong ? { weight: 'bold', size: 11 } : {});
  const heights = rows.map(([name, , isStrong]) => sheet.heightOf(name, width * 0.62, styleOf(isStrong)) + 3);
  const whole = heights.reduce((sum, height) => sum + height, 0);
  let y = top;
  if (y + whole > endOf(doc)) {
    doc.addPage();
    y = doc.page.margins.top;
  }
  const table = sheet.part(sheet.root, 'Table');
  rows.forEach(([name, amount, isStrong], index) => {
    const row = sheet.part(table, 'TR');
    const style = styleOf(isStrong);
    const heading = sheet.part(row, 'TH', { scope: 'Row' });
    sheet.write(heading, 'P', name, { x, y, width: width * 0.62 }, style);
    const place = { x: x + width * 0.62, y, width: width * 0.38 };
    sheet.write(sheet.part(row, 'TD'), 'P', amount, place, { ...style, align: 'right' });
    y += heights[index] ?? 0;
  });
  drawNotes(sheet, invoice, drawTerms(sheet, invoice, y + 3 * PAD));
}

type Sum = [name: string, amount: string, isStrong: boolean];

/** Returns an amount as shown to the buyer: with tax, if prices include it. */
const shownCents = ({ pricesIncludeTax }: Invoice, { netCents, taxCents }: Amount): number =>
  netCents + (pricesIncludeTax ? taxCents : 0);
type Amount = { netCents: number; taxCents: number };

function sumsOf(invoice: Invoice): Sum[] {
  const price = priceIn(invoice);
  const { delivery, keptDelivery, taxes, kind, lines, pricesIncludeTax } = invoice;
  const isTaxed = taxes.some(({ category }) => category !== 'O');
  const goodsCents = sumOf(lines.map((line) => shownCents(invoice, line)));
  const total: Sum = [texts.totals[kind], price(invoice.totalCents), true];
  const rates = ratesOf(invoice);
  const parts: Sum[] = [
    ...(delivery || keptDelivery || isTaxed ? [[texts.goods, price(goodsCents), false] satisfies Sum] : []),
    ...(delivery ? [deliveryOf(invoice, delivery)] : []),
    ...(keptDelivery ? [retainedDelivery(invoice, keptDelivery)] : []),
    ...(pricesIncludeTax ? [total] : []),
    ...(isTaxed && !pricesIncludeTax ? [[texts.net, price(invoice.netCents), false] satisfies Sum] : []),
    ...rates,
    ...(pricesIncludeTax ? [] : [total]),
  ];
  if (kind === 'credit_note') return parts;
  return [
    ...parts,
    [texts.paid, price(invoice.paidCents), false],
    [texts.due, price(invoice.totalCents - invoice.paidCents), false],
  ];
}

function deliveryOf(invoice: Invoice, delivery: NonNullable<Invoice['delivery']>): Sum {
  const { name, category, taxRatePpm } = delivery;
  const label =
    category === 'O'
      ? texts.delivery(name)
      : texts.taxedDelivery(name, invoice.taxName, texts.rate(taxRatePpm));
  return [label, priceIn(invoice)(shownCents(invoice, delivery)), false];
}

function retainedDelivery(invoice: Invoice, kept: NonNullable<Invoice['delivery']>): Sum {
  const [label] = deliveryOf(invoice, kept);
  return [texts.keptDelivery(label), priceIn(invoice)(-shownCents(invoice, kept)), false];
}

/** Returns the tax at each rate with the taxed amount; if a rate has several reasons, each with its own. */
function ratesOf(invoice: Invoice): Sum[] {
  const { taxes, taxName, pricesIncludeTax } = invoice;
  const words = pricesIncludeTax ? texts.includedTax : texts.tax;
  const price = priceIn(invoice);
  return taxes
    .filter(({ category }) => category !== 'O')
    .map(({ ratePpm, category, basisCents, taxCents }): Sum => {
      const tax = words(taxName, texts.rate(ratePpm), price(basisCents));
      const isAlone = taxes.filter((other) => other.ratePpm === ratePpm).length === 1;
      const why = isAlone ? undefined : texts.whyExempt({ category }, invoice.exemption);
      return [why ? texts.taxWhy(tax, why) : tax, price(taxCents), false];
    });
}

/** Returns the day on which an invoice was paid before its issue. Without payment terms, it is issued at the
 * moment of payment. */
export function paidDayOf({ kind, paidCents, issuedOn, receivedOn }: Invoice): string | undefined {
  return kind === 'credit_note' || paidCents === 0 ? undefined : (receivedOn ?? issuedOn);
}

/** Returns how it was paid, before any delivery. */
function paidInWords(invoice: Invoice): string {
  if (paidDayOf(invoice) === undefined) return '';
  const { transactionId } = invoice;
  const [prefix = ''] = (transactionId ?? '').split('_');
  const methods: Partial<Record<string, string>> = texts.methods;
  const how = isOfCard(transactionId) ? texts.methods.card : methods[prefix];
  return texts.paidInAdvance(how);
}

/** Returns what happens to the amount of a credit note. */
function goesBackInWords({ kind, transactionId, isOfUnpaid, invoice, totalCents }: Invoice): string {
  if (kind === 'invoice' || totalCents === 0) return '';
  return isOfUnpaid ? texts.withdrawn(invoice?.number ?? '') : texts.paidBack(isOfCard(transactionId));
}

/** Draws the bank account to pay into, without a page break. Returns where it ends. */
function drawTerms(sheet: Sheet, { terms, number, seller }: Invoice, top: number): number {
  if (!terms) return top;
  const { doc } = sheet;
  const { left, right } = doc.page.margins;
  const width = doc.page.width - left - right;
  const rows: [string, string][] = [
    ...texts.account(terms.account, seller.country),
    [texts.reference, number],
  ];
  const beside = { x: left + width * 0.3, width: width * 0.7 };
  const heights = rows.map(([, value]) => sheet.heightOf(value, beside.width, {}) + 2);
  const heading = texts.payableByTransfer;
  const strong: Style = { weight: 'bold' };
  const above = sheet.heightOf(heading, width, strong) + PAD;
  const whole = heights.reduce((sum, height) => sum + height, above);
  let y = top;
  if (y + whole > endOf(doc)) {
    doc.addPage();
    y = doc.page.margins.top;
  }
  sheet.write(sheet.root, 'P', heading, { x: left, y, width }, strong);
  y += above;
  const table = sheet.part(sheet.root, 'Table');
  rows.forEach(([name, value], index) => {
    const row = sheet.part(table, 'TR');
    const cell = sheet.part(row, 'TH', { scope: 'Row' });
    sheet.write(cell, 'P', name, { x: left, y, width: width * 0.3 - PAD }, small);
    sheet.write(sheet.part(row, 'TD'), 'P', value, { ...beside, y });
    y += heights[index] ?? 0;
  });
  return y + 2 * PAD;
}

/** Draws the notes: whether prices include tax, the payment, the reasons for tax exemption, the refund, and
 * the owner's text for every invoice. */
function drawNotes(sheet: Sheet, invoice: Invoice, top: number): void {
  const { doc } = sheet;
  const { taxes, seller } = invoice;
  const { left, right } = doc.page.margins;
  const place = { x: left, width: doc.page.width - left - right };
  const exempt = taxes
    .filter(({ category }) => category !== 'O')
    .map((tax) => texts.whyExempt(tax, invoice.exemption));
  const isTaxed = taxes.some(({ taxCents }) => taxCents > 0);
  const notes = [
    paidInWords(invoice),
    invoice.pricesIncludeTax && isTaxed ? texts.pricesInclude(invoice.taxName) : '',
    ...new Set(invoice.exemption ? [...exempt, exemptText(invoice.exemption)] : exempt),
    goesBackInWords(invoice),
    seller.note,
  ];
  let y = top;
  for (const note of notes.filter((each) => each !== undefined && each !== '')) {
    const height = sheet.heightOf(note ?? '', place.width, small);
    if (y + height > endOf(doc)) {
      doc.addPage();
      y = doc.page.margins.top;
    }
    y += sheet.write(sheet.root, 'P', note ?? '', { ...place, y }, small) + 4;
  }
}

/** Formats an amount. */
const priceIn =
  (invoice: PriceStyle) =>
  (cents: number): string =>
    formatCents(cents, invoice);

/** Formats a unit price: with more decimals than the currency has, if the amount is not divisible. */
function formatUnitPrice(invoice: PriceStyle, netCents: number, quantity: number): string {
  if (netCents % quantity === 0) return priceIn(invoice)(netCents / quantity);
  const { currency, currencyDisplay } = invoice;
  const digits = currencyDigits(currency);
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits + 2 };
  return new Intl.NumberFormat(LOCALE, { style: 'currency', currency, currencyDisplay, ...shown }).format(
    netCents / quantity / 10 ** digits,
  );
}

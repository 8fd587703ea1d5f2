import { embedXml, isStatable, toPlainText, writeInvoiceXml } from '#invoice-xml';
import { closeSheet, openSheet, type Place, type Sheet } from '#tagged-pdf';
import { LOCALE } from '#texts/locale.ts';
import type { DrawTask, Invoice } from '../invoice.ts';
import { invoiceTexts as texts } from '../invoice-texts.ts';
import { toXmlInvoice } from '../xml-invoice.ts';
import { drawItems, paidDayOf } from './items.ts';

type Logo = NonNullable<DrawTask['logo']>;

const MARGIN = 48;
const GREY = '#5c5c5c';
const small = { size: 8, colour: GREY };
const label = { size: 7.5, colour: GREY, weight: 'bold' } as const;
const LOGO = { width: 180, height: 44 };
const GAP = 18;
/** Sizes of a transaction ID, largest first: that of the text around it. */
const ID_SIZES = [9.5, 8.5, 7.5, 6.5, 5.5] as const;

/** Countries that use Letter paper, not A4. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'PH', 'VE']);

/** Draws an invoice as a PDF with embedded XML. Deterministic: the same invoice gives the same bytes. */
export async function drawInvoice({ invoice, logo }: DrawTask): Promise<Buffer> {
  const at = new Date(`${invoice.issuedOn}T00:00:00Z`);
  const kind = texts.kind(invoice.kind, invoice.seller.country);
  const sheet = openSheet({
    size: LETTER_COUNTRIES.has(invoice.seller.country) ? 'LETTER' : 'A4',
    margin: MARGIN,
    title: `${kind} ${invoice.number}`,
    subject: kind,
    creator: 'Toolyard',
    at,
    language: LOCALE,
    // As its XML has it.
    toDrawnText: toPlainText,
  });
  const top = drawHead(sheet, invoice, logo);
  const below = drawParties(sheet, invoice, top + GAP);
  drawItems(sheet, invoice, below + GAP);
  drawFeet(sheet, invoice);
  const xml = toXmlInvoice(invoice);
  if (isStatable(xml)) embedXml(sheet.doc, writeInvoiceXml(xml), at);
  return closeSheet(sheet);
}

/** Draws the issuer on the left, and the document's kind and facts on the right. Returns where it ends. */
function drawHead(sheet: Sheet, invoice: Invoice, logo: Logo | undefined): number {
  const { doc, root } = sheet;
  const { seller } = invoice;
  const width = doc.page.width - 2 * MARGIN;
  const left = { x: MARGIN, width: width * 0.5 };
  const right = { x: MARGIN + width * 0.55, width: width * 0.45 };
  let y = MARGIN;
  if (logo) y += drawLogo(sheet, logo, seller.name, y);
  // Without a logo, the name stands in its place, and as large.
  y += sheet.write(root, 'P', seller.name, { ...left, y }, { weight: 'bold', size: logo ? 11 : 18 });
  if (!logo) y += 4;
  const lines = [
    seller.address,
    [seller.email, seller.phone].filter(Boolean).join(' · '),
    seller.vatNumber && texts.vatNumber(seller.vatNumber),
    seller.taxNumber && texts.taxNumber(seller.taxNumber),
    seller.registration,
  ];
  for (const line of lines.filter(Boolean)) y += sheet.write(root, 'P', line, { ...left, y }, small);

  let beside = MARGIN;
  beside += sheet.write(
    root,
    'H1',
    texts.kind(invoice.kind, seller.country),
    { ...right, y: beside },
    { weight: 'bold', size: 20 },
  );
  beside += 6;
  for (const fact of factsOf(invoice)) beside += drawFact(sheet, fact, { ...right, y: beside }) + 2;
  return Math.max(y, beside);
}

/** Draws a fact beside its name. A transaction ID stays in one piece: one that is too long for that is below,
 * as small as it needs. Returns the height. */
function drawFact(sheet: Sheet, [name, value]: Fact, { x, y, width }: Place): number {
  const half = width * 0.4;
  const fact = sheet.part(sheet.root, 'P');
  const beside = { x: x + half, y, width: width - half };
  const nameHeight = sheet.heightOf(name, half - 6, small);
  sheet.write(fact, 'Span', name, { x, y, width: half - 6 }, small);
  const isWhole = (room: number, size: number) =>
    sheet.heightOf(value, room, { size }) <= sheet.heightOf('x', room, { size });
  if (name !== texts.transaction || isWhole(beside.width, ID_SIZES[0]))
    return Math.max(sheet.write(fact, 'Span', value, beside), nameHeight);
  const size = ID_SIZES.find((each) => isWhole(width, each)) ?? ID_SIZES.at(-1);
  return (
    nameHeight + sheet.write(fact, 'Span', value, { x, y: y + nameHeight, width }, { ...(size && { size }) })
  );
}

type Fact = [name: string, value: string];

function factsOf(invoice: Invoice): Fact[] {
  const { invoice: corrected, lines } = invoice;
  const listed = (values: (string | null)[]) => [...new Set(values)].filter((value) => value !== null);
  const orders = listed(lines.map(({ orderNumber }) => orderNumber));
  const purchases = listed(lines.map(({ purchaseOrderNumber }) => purchaseOrderNumber));
  // Several values appear with their lines instead.
  const only = (values: string[]) => (values.length === 1 ? (values[0] ?? '') : '');
  const { terms } = invoice;
  const paidOn = paidDayOf(invoice);
  const facts: Fact[] = [
    [texts.number(invoice.kind, invoice.seller.country), invoice.number],
    [texts.issuedOn, texts.date(invoice.issuedOn)],
    [texts.dueOn, terms ? texts.date(terms.dueOn) : ''],
    [texts.paidOn, paidOn === undefined ? '' : texts.date(paidOn)],
    [texts.ofInvoice, corrected ? texts.invoiceOf(corrected.number, texts.date(corrected.issuedOn)) : ''],
    [texts.orders, only(orders)],
    [texts.purchaseOrders, only(purchases)],
    [texts.reason, invoice.reason ?? ''],
    [texts.transaction, invoice.transactionId ?? ''],
  ];
  return facts.filter(([, value]) => value !== '');
}

function drawLogo(sheet: Sheet, { bytes, width, height }: Logo, name: string, y: number): number {
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  const size = { width: width * scale, height: height * scale };
  const bbox = [MARGIN, y, MARGIN + size.width, y + size.height];
  const figure = sheet.doc.struct('Figure', { alt: texts.logo(name), bbox } as object, () => {
    sheet.doc.image(Buffer.from(bytes), MARGIN, y, size);
  });
  sheet.root.add(figure);
  return size.height + 8;
}

/** Draws the buyer and the delivery address. Returns where it ends. */
function drawParties(sheet: Sheet, { buyer, deliverTo }: Invoice, top: number): number {
  const half = (sheet.doc.page.width - 2 * MARGIN) / 2;
  const billed = [
    buyer.name,
    buyer.address,
    buyer.email,
    buyer.vatNumber && texts.vatNumber(buyer.vatNumber),
  ];
  const parties: [title: string, lines: string[]][] = [
    [texts.billTo, billed.filter(Boolean)],
    [texts.deliverTo, deliverTo === null ? [] : [deliverTo]],
  ];
  const ends = parties.map(([title, lines], index) => {
    if (lines.length === 0) return top;
    const place = { x: MARGIN + index * half, width: half - 12 };
    let y = top;
    y += sheet.write(sheet.root, 'H2', title.toUpperCase(), { ...place, y }, label) + 2;
    for (const line of lines) y += sheet.write(sheet.root, 'P', line, { ...place, y });
    return y;
  });
  return Math.max(...ends);
}

/** Draws the footer of every page: bank account, the owner's note, and page number. */
function drawFeet({ doc, artifact, writeBare }: Sheet, { seller, number }: Invoice): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Text below the margin would start another page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - MARGIN + 10;
    const width = doc.page.width - 2 * MARGIN;
    artifact('Pagination', () => {
      const paging = [number, texts.page(index - start + 1, count)].join(' · ');
      writeBare(paging, { x: MARGIN + width / 2, y, width: width / 2 }, { ...small, align: 'right' });
      writeBare(seller.bank, { x: MARGIN, y, width: width / 2 }, small);
    });
  }
}

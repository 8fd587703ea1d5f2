import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { writeInvoiceXml } from '#invoice-xml';
import { invoiceFacts, taxedLine } from '#tests/support/invoices.ts';
import { buildInvoice, type InvoiceFacts } from '../invoice.ts';
import { toXmlInvoice } from '../xml-invoice.ts';
import { drawInvoice } from './draw-invoice.ts';

const draw = (facts: Partial<InvoiceFacts> = {}) =>
  drawInvoice({ invoice: buildInvoice({ ...invoiceFacts(), ...facts }), logo: undefined });

/** A PDF as a reader sees it: text by page, structure tags, files and metadata. */
async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)));
  const texts = await Promise.all(pages.map((page) => page.getTextContent()));
  const trees = await Promise.all(pages.map((page) => page.getStructTree()));
  const { metadata } = await document.getMetadata();
  return {
    lines: texts.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))),
    pages: texts.map(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join(' ')),
    tags: trees.map((tree) => JSON.stringify(tree).match(/"role":"\w+"/g) ?? []),
    files: await document.getAttachments(),
    xml: async () => Buffer.from((await document.getAttachmentContent('factur-x.xml')) ?? []).toString(),
    metadata: metadata?.getRaw() as string,
    raw: pdf.toString('latin1'),
  };
}

describe('the PDF of an invoice', () => {
  it('is tagged PDF/A-3 with embedded fonts, and identical each time', async () => {
    const pdf = await draw();
    expect((await draw()).equals(pdf)).toBe(true);
    const { metadata, raw, tags } = await read(pdf);
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(metadata).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
    expect(raw).toMatch(/\/OutputIntents \[/);
    expect(raw).toContain('/Lang (en-US)');
    expect(raw.match(/\/FontFile2/g)).toHaveLength(2);
    expect(raw.match(/\/FontDescriptor\b(?! )/g)?.length).toBe(raw.match(/\/FontFile2/g)?.length);
    for (const role of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'P'])
      expect(tags[0]).toContain(`"role":"${role}"`);
  });

  it('begins with the shop’s name, as large as its title, unless there is a logo', async () => {
    const invoice = buildInvoice(invoiceFacts());
    const heightOf = async (pdf: Buffer) => {
      const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
      const { items } = await page.getTextContent();
      const name = items.find((item) => 'str' in item && item.str === invoice.seller.name);
      return name && 'height' in name ? Math.round(name.height) : undefined;
    };
    const png = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#c03c08' } })
      .png()
      .toBuffer();
    expect(await heightOf(await drawInvoice({ invoice, logo: undefined }))).toBe(18);
    expect(await heightOf(await drawInvoice({ invoice, logo: { bytes: png, width: 90, height: 30 } }))).toBe(
      11,
    );
  });

  it('embeds its XML as an alternative form of the document', async () => {
    const { xml, metadata, raw } = await read(await draw());
    expect(await xml()).toBe(writeInvoiceXml(toXmlInvoice(buildInvoice(invoiceFacts()))));
    expect(raw).toContain('/AFRelationship /Alternative');
    expect(raw).toMatch(/\/AF \[\d+ 0 R\]/);
    expect(raw).toContain('/Subtype /text#2Fxml');
    expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect(metadata).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
    expect(metadata.match(/<pdfaProperty:name>/g)).toHaveLength(4);
  });

  it('has no XML in a currency that the standard cannot express', async () => {
    const { files, metadata, pages } = await read(await draw({ currency: 'kwd' }));
    expect(files).toBeNull();
    expect(metadata).not.toContain('factur-x');
    expect(pages[0]).toMatch(/KWD.1\.680/);
    expect((await read(await draw({ currency: 'jpy' }))).pages[0]).toContain('¥1,680');
  });

  it('shows every line, over several pages under the same headings', async () => {
    const lines = Array.from({ length: 100 }, (_, index) =>
      taxedLine(1000 + index, 1900, {
        name: `${'A long name of a tool '.repeat(index % 9)}no. ${index}.`,
        note: index % 10 === 0 ? 'Leave it at the gate. '.repeat(22) : null,
      }),
    );
    const { pages, raw } = await read(await draw({ lines }));
    expect(pages.length).toBeGreaterThan(4);
    const whole = pages.join(' ');
    for (const { name } of lines) expect(whole).toContain(name.slice(-6));
    for (const page of pages.slice(1, -1)) expect(page).toMatch(/^Item +Qty/);
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    // Repeated headings are visual only: five columns and eight sums are tagged once.
    expect(raw.match(/\/S \/TH\b/g)).toHaveLength(13);
  });

  it('shows a placeholder for what its fonts cannot draw, and keeps the original text', async () => {
    const buyer = { ...invoiceFacts().buyer, name: '😀 Łukasz Ωμέγα Борис \u202e\u0007x', address: '' };
    const { pages, raw } = await read(await draw({ buyer }));
    expect(pages[0]).toContain('\ufffd Łukasz Ωμέγα Борис x');
    const meant = Buffer.from('\ufeff😀', 'utf16le').swap16().toString('latin1');
    expect(raw).toContain(`/ActualText (${meant}`);
  });

  it('keeps words apart that any separator divides', async () => {
    const buyer = {
      ...invoiceFacts().buyer,
      name: 'Ada\tB.\u3000Lovelace\u2028King',
      address: 'Haupt\u00adstr.\u200b\u20071',
    };
    const { pages } = await read(await draw({ buyer }));
    expect(pages[0]?.replace(/ +/g, ' ')).toMatch(/Ada B. Lovelace +King +Hauptstr. 1/);
  });

  it('states when it was issued, due and paid, each once, and how', async () => {
    const of = async (facts: Partial<InvoiceFacts>) =>
      (await read(await draw(facts))).pages[0]?.replace(/\s+/g, ' ') ?? '';
    const paid = await of({ transactionId: 'pi_1', receivedOn: '2026-11-20' });
    expect(paid).toMatch(/Issued on November 23, 2026 Paid on November 20, 2026 /);
    expect(paid.match(/November \d+, 2026/g)).toHaveLength(2);
    const account = {
      holder: 'Toolyard',
      iban: 'DE02120300000000202051',
      account: '',
      routing: '',
      name: '',
      bic: '',
    };
    const terms = { dueOn: '2026-12-23', account };
    const open = await of({ terms, transactionId: null });
    expect(open).toMatch(/Issued on November 23, 2026 Due on December 23, 2026 (?!Paid)/);
    expect(open.match(/(November|December) \d+, 2026/g)).toHaveLength(2);
    expect(open).toContain('Payable by bank transfer Account holder');
    expect(open).not.toContain('Paid in advance');
  });

  it('states how it was paid, and the tax rate of delivery', async () => {
    const of = async (transactionId: string) => (await read(await draw({ transactionId }))).pages[0];
    expect(await of('pi_1')).toContain('Paid in advance by card.');
    expect(await of('cash_1')).toContain('Paid in advance in cash.');
    expect(await of('transfer_1')).toContain('Paid in advance by bank transfer.');
    expect(await of('other')).toContain('Paid in advance.');
    expect(await of('pi_1')).toContain('Shipping: Standard (VAT 0%)');
  });

  it('shows the gross prices that the buyer saw, where prices include tax', async () => {
    const lines = [taxedLine(1000, 190_000, { quantity: 2 })];
    const delivery = { ...taxedLine(500, 190_000), name: 'Standard' };
    const { pages } = await read(await draw({ pricesIncludeTax: true, lines, delivery }));
    const text = pages[0]?.replace(/\s+/g, ' ');
    for (const part of [
      '2 $5.95 19% $11.90',
      'Items $11.90',
      'Shipping: Standard (VAT 19%) $5.95',
      'Total $17.85 Includes VAT 19% on $15.00 $2.85',
      'Prices include VAT.',
    ])
      expect(text).toContain(part);
  });

  it.each([
    'pi_1',
    `pi_${'W'.repeat(24)}`,
    'pi_3QxYbL2eZvKYlo2C1m8W9pQR',
    'transfer_01a21fb7-643e-7442-bc37-af53c43e1bff',
    'x-'.repeat(30),
  ])('keeps the transaction ID %s in one piece', async (transactionId) => {
    const { pages, lines } = await read(await draw({ transactionId }));
    expect(lines).toContain(transactionId);
    expect(pages).toHaveLength(1);
  });

  it('distinguishes two reasons for no tax', async () => {
    const lines = [taxedLine(1000, 0, { category: 'E' }), taxedLine(500, 0, { category: 'Z' })];
    const { pages } = await read(await draw({ lines, delivery: null }));
    expect(pages[0]).toContain('VAT 0% on $10.00 (Exempt from tax)');
  });

  it('formats a VAT number as its country does', async () => {
    const seller = { ...invoiceFacts().seller, vatNumber: 'CHE123456788MWST' };
    expect((await read(await draw({ seller }))).pages[0]).toContain('VAT ID: CHE-123.456.788 MWST');
  });

  it('shows the logo that the shop had when it was issued', async () => {
    const bytes = await sharp({ create: { width: 64, height: 32, channels: 4, background: '#1f4e9c80' } })
      .png()
      .toBuffer();
    const invoice = buildInvoice(invoiceFacts());
    const task = { invoice, logo: { bytes, width: 64, height: 32 } };
    const pdf = await drawInvoice(task);
    expect((await drawInvoice(task)).equals(pdf)).toBe(true);
    expect((await read(pdf)).tags[0]).toContain('"role":"Figure"');
    expect(pdf.toString('latin1')).toContain('/Alt (Logo of Toolyard)');
  });
});

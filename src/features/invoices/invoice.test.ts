import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitRefund } from '#features/charge-rules/compute-charges.ts';
import { type TaxCategory, writeInvoiceXml } from '#invoice-xml';
import { invoiceFacts, taxedLine } from '#tests/support/invoices.ts';
import { brokenSums, buildInvoice, type InvoiceFacts } from './invoice.ts';
import { toXmlInvoice } from './xml-invoice.ts';

const rate = fc.constantFrom(0, 42_250, 70_000, 88_750, 190_000, 255_000);
const charge = fc.tuple(fc.integer({ min: 0, max: 2_000_000 }), rate, fc.integer({ min: 1, max: 999 }));

/** Invoices of up to fifty lines at several rates, with or without delivery. */
const facts = fc
  .record({
    kind: fc.constantFrom('invoice', 'credit_note'),
    currency: fc.constantFrom('usd', 'jpy', 'kwd'),
    lines: fc.array(charge, { minLength: 1, maxLength: 50 }),
    delivery: fc.option(charge),
    untaxed: fc.constantFrom('Z', 'E', 'K', 'G'),
  })
  .map(({ kind, currency, lines, delivery, untaxed }): InvoiceFacts => {
    const base = invoiceFacts();
    return {
      ...base,
      kind,
      currency,
      // Half of the untaxed lines have another reason.
      lines: lines.map(([net, taxRatePpm, quantity]) =>
        taxedLine(net, taxRatePpm, {
          quantity,
          ...(taxRatePpm === 0 && net % 2 === 0 && { category: untaxed }),
        }),
      ),
      delivery: delivery && { ...taxedLine(delivery[0], delivery[1]), name: 'Standard' },
    };
  });

/** Splits a line's amount into refunds by these shares, until nothing is left. */
function inParts({ netCents, taxCents }: { netCents: number; taxCents: number }, shares: number[]) {
  const whole = shares.reduce((total, share) => total + share, 0);
  const until = (count: number) =>
    Math.floor(
      ((netCents + taxCents) * shares.slice(0, count).reduce((total, share) => total + share, 0)) / whole,
    );
  return shares.map((_, index) =>
    splitRefund({ netCents, taxCents }, until(index), until(index + 1) - until(index)),
  );
}

const xmlOf = (facts: Partial<InvoiceFacts>) =>
  writeInvoiceXml(toXmlInvoice(buildInvoice({ ...invoiceFacts(), ...facts })));

const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, value = '']) => value);

/** A decimal amount in thousandths, without floating-point error. */
const thousandths = (amount: string | undefined) => {
  const [whole = '0', fraction = ''] = (amount ?? '0').split('.');
  return Number(whole) * 1000 + Number(fraction.padEnd(3, '0'));
};
const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + thousandths(amount), 0);

describe('an invoice', () => {
  it('adds up, also in its XML by the rules of EN 16931', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const invoice = buildInvoice(given);
        expect(brokenSums(invoice)).toEqual([]);
        const xml = writeInvoiceXml(toXmlInvoice(invoice));
        const one = (name: string) => thousandths(valuesOf(xml, name).at(-1));
        const [header = ''] = /<ram:SpecifiedTradeSettlementHeaderMonetarySummation>.*/.exec(xml) ?? [];
        const total = thousandths(valuesOf(header, 'LineTotalAmount')[0]);
        // BR-CO-10, 13, 14, 15 and 16.
        expect(sum(valuesOf(xml, 'LineTotalAmount')) - total).toBe(total);
        expect(one('TaxBasisTotalAmount')).toBe(total + one('ChargeTotalAmount'));
        expect(one('TaxTotalAmount')).toBe(sum(valuesOf(xml, 'CalculatedAmount')));
        expect(one('GrandTotalAmount')).toBe(one('TaxBasisTotalAmount') + one('TaxTotalAmount'));
        expect(one('DuePayableAmount')).toBe(one('GrandTotalAmount') - one('TotalPrepaidAmount'));
        // BR-CO-18: the bases of all rates add up to the total.
        expect(sum(valuesOf(xml, 'BasisAmount'))).toBe(one('TaxBasisTotalAmount'));
      }),
      { numRuns: 300 },
    );
  });

  it('is reversed to the cent by credit notes of all its lines, per rate and category', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(facts, fc.array(parts, { minLength: 51, maxLength: 51 }), (given, shares) => {
        const invoice = buildInvoice({ ...given, kind: 'invoice' });
        const charged = [...invoice.lines, ...(invoice.delivery ? [invoice.delivery] : [])];
        const notes = charged.flatMap((line, index) =>
          inParts(line, shares[index] ?? []).map((split) => {
            const lines = [{ ...taxedLine(0, 0), ...line, ...split }];
            return buildInvoice({ ...given, kind: 'credit_note', lines, delivery: null });
          }),
        );
        for (const { category, ratePpm, ...tax } of invoice.taxes) {
          const taken = notes
            .flatMap(({ taxes }) => taxes)
            .filter((each) => each.category === category && each.ratePpm === ratePpm);
          const sumOfAll = (name: 'basisCents' | 'taxCents') =>
            taken.reduce((total, each) => total + each[name], 0);
          expect([sumOfAll('basisCents'), sumOfAll('taxCents')]).toEqual([tax.basisCents, tax.taxCents]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['BR-CO-10', { goodsCents: 1 }],
    ['BR-CO-13', { netCents: 1 }],
    ['BR-CO-14', { taxCents: 1 }],
    ['BR-CO-15', { totalCents: 1 }],
    ['BR-CO-16', { paidCents: 99_999_999 }],
    ['BR-CO-17', { taxes: [{ category: 'S' as const, ratePpm: 190_000, basisCents: 1000, taxCents: 170 }] }],
    ['BR-CO-18', { taxes: [] }],
    ['BR-16', { lines: [] }],
    ['whole amounts', { totalCents: 0.5 }],
  ])('is refused by %s', (rule, wrong) => {
    const invoice = buildInvoice({ ...invoiceFacts(), lines: [taxedLine(1000, 190_000)], delivery: null });
    expect(brokenSums({ ...invoice, ...wrong })).toContain(rule);
  });

  it('is not issued with the tax of another rate', () => {
    const lines = [{ ...taxedLine(1000, 190_000), taxCents: 70 }];
    expect(() => buildInvoice({ ...invoiceFacts(), lines })).toThrow('does not add up: BR-CO-17');
  });
});

describe('an untaxed line', () => {
  const seller = { ...invoiceFacts().seller, country: 'DE', vatNumber: 'DE136695976' };
  const buyer = { ...invoiceFacts().buyer, country: 'DE', vatNumber: 'ATU12345675' };
  const xmlIn = (category: TaxCategory, more: Partial<InvoiceFacts> = {}) =>
    xmlOf({
      ...{ seller, buyer, delivery: null, deliverToCountry: 'AT' },
      ...{ lines: [taxedLine(1000, 190_000), taxedLine(1000, 0, { category })], ...more },
    });
  const period =
    /<\/ram:ApplicableTradeTax><ram:BillingSpecifiedPeriod><ram:StartDateTime><udt:DateTimeString format="102">20261123<.*EndDateTime.*20261123</;

  it.each([
    ['K', 'VATEX-EU-IC', 'Intra-community supply: exempt from tax here'],
    ['G', 'VATEX-EU-G', 'Exported: exempt from tax here'],
    ['E', undefined, 'Exempt from tax'],
    ['Z', undefined, undefined],
  ] as const)(
    'gives the reason in the XML (BR-%s-10), and the country it goes to',
    (category, code, reason) => {
      const xml = xmlIn(category);
      expect(valuesOf(xml, 'ExemptionReasonCode')).toEqual(code ? [code] : []);
      expect(valuesOf(xml, 'ExemptionReason')).toEqual(reason ? [reason] : []);
      expect(valuesOf(xml, 'RateApplicablePercent')).toEqual(['19.00', '0.00', '19.00', '0.00']);
      expect(xml).toContain('ATU12345675');
      // BR-IC-11 and 12.
      expect(period.test(xml)).toBe(category === 'K');
      expect(xml).toMatch(/<ram:ShipToTradeParty>.*<ram:CountryID>AT<.*<\/ram:ShipToTradeParty>/);
    },
  );

  it('is summed by its category, not by its rate alone', () => {
    const lines = [taxedLine(1000, 0, { category: 'K' }), taxedLine(500, 0), taxedLine(70, 0)];
    const invoice = buildInvoice({ ...invoiceFacts(), lines, delivery: null });
    expect(invoice.taxes).toEqual([
      { category: 'K', ratePpm: 0, basisCents: 1000, taxCents: 0 },
      { category: 'Z', ratePpm: 0, basisCents: 570, taxCents: 0 },
    ]);
  });

  it('has no rate, and no buyer’s tax number, where nothing is subject to tax', () => {
    const xml = xmlIn('O', { lines: [taxedLine(1000, 0, { category: 'O' })] });
    expect(xml).not.toMatch(/RateApplicablePercent|ATU12345675/);
    expect(xml).toContain('<ram:ExemptionReasonCode>VATEX-EU-O</ram:ExemptionReasonCode>');
  });
});

describe('the delivery address', () => {
  const parts = {
    ...{
      country: 'FR',
      name: 'Ada Lovelace',
      company: 'Atelier SARL',
      line1: '3 rue Cuvier',
      line2: 'Porte B',
    },
    ...{ district: '', city: 'Lyon', region: '', postalCode: '69006' },
  };
  const partOf = (facts: Partial<InvoiceFacts>, party: string) =>
    new RegExp(`<ram:${party}>(.*)</ram:${party}>`).exec(xmlOf(facts))?.[1];

  it('is stated in its own parts and country, whatever the billing address', () => {
    const address = 'Atelier SARL\n3 rue Cuvier\n69006 LYON\nFRANCE';
    const sent = { deliverTo: address, deliverToParts: parts, deliverToCountry: 'FR' };
    const shipTo =
      '<ram:Name>Atelier SARL</ram:Name><ram:PostalTradeAddress><ram:PostcodeCode>69006</ram:PostcodeCode>' +
      '<ram:LineOne>3 rue Cuvier</ram:LineOne><ram:LineTwo>Porte B</ram:LineTwo><ram:CityName>Lyon</ram:CityName>' +
      '<ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress>';
    expect(partOf(sent, 'ShipToTradeParty')).toBe(shipTo);
    const buyer = { ...invoiceFacts().buyer, address, addressParts: parts, country: 'FR' };
    expect(partOf({ buyer }, 'BuyerTradeParty')).toContain('<ram:CityName>Lyon</ram:CityName>');
  });

  it('is the buyer’s address if no other is known, and absent for collection', () => {
    expect(partOf({ deliverToCountry: 'GB' }, 'ShipToTradeParty')).toContain('<ram:CountryID>GB<');
    expect(partOf({ deliverToCountry: null, deliverTo: 'The counter' }, 'ShipToTradeParty')).toBeUndefined();
  });
});

describe('the XML', () => {
  it('gives the part number of each tool', () => {
    const lines = [taxedLine(1000, 0, { partNumber: 'CH-16/2' }), taxedLine(900, 0)];
    const xml = xmlOf({ lines });
    expect(valuesOf(xml, 'SellerAssignedID')).toEqual(['CH-16/2']);
    expect(xml).toContain('<ram:SellerAssignedID>CH-16/2</ram:SellerAssignedID><ram:Name>Claw hammer<');
  });

  it('gives the reason for a refund as a note, not as payment terms', () => {
    const xml = xmlOf({ kind: 'credit_note', reason: 'Broken handle' });
    expect(valuesOf(xml, 'Description')).toEqual([
      'Refund to the original card. If that isn’t possible, we’ll refund you directly.',
    ]);
    expect(valuesOf(xml, 'Content')).toContain('Broken handle');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paperFacts, taxedLine } from '#tests/support/papers.ts';
import { brokenSums, buildPaper, type PaperFacts } from './paper.ts';
import { writePaperXml } from './paper-xml.ts';

const rate = fc.constantFrom(0, 700, 1900, 2550);
const charge = fc.tuple(fc.integer({ min: 0, max: 2_000_000 }), rate, fc.integer({ min: 1, max: 999 }));

/** Papers of up to fifty lines at several rates, with delivery or without. */
const facts = fc
  .record({
    kind: fc.constantFrom('invoice', 'credit_note'),
    currency: fc.constantFrom('usd', 'jpy', 'kwd'),
    lines: fc.array(charge, { minLength: 1, maxLength: 50 }),
    delivery: fc.option(charge),
    vatNumber: fc.constantFrom('', 'DE136695976'),
  })
  .map(({ kind, currency, lines, delivery, vatNumber }): PaperFacts => {
    const base = paperFacts();
    return {
      ...base,
      kind,
      currency,
      seller: { ...base.seller, vatNumber },
      lines: lines.map(([net, taxRate, quantity]) => taxedLine(net, taxRate, { quantity })),
      delivery: delivery && { ...taxedLine(delivery[0], delivery[1]), name: 'Standard' },
    };
  });

const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, value = '']) => value);

/** A decimal amount in thousandths, past floating point. */
const thousandths = (amount: string | undefined) => {
  const [whole = '0', fraction = ''] = (amount ?? '0').split('.');
  return Number(whole) * 1000 + Number(fraction.padEnd(3, '0'));
};
const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + thousandths(amount), 0);

describe('a paper', () => {
  it('adds up, and says so in its XML by the rules of EN 16931', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const paper = buildPaper(given);
        expect(brokenSums(paper)).toEqual([]);
        const xml = writePaperXml(paper);
        const one = (name: string) => thousandths(valuesOf(xml, name).at(-1));
        const [header = ''] = /<ram:SpecifiedTradeSettlementHeaderMonetarySummation>.*/.exec(xml) ?? [];
        const total = thousandths(valuesOf(header, 'LineTotalAmount')[0]);
        // BR-CO-10, 13, 14, 15 and 16.
        expect(sum(valuesOf(xml, 'LineTotalAmount')) - total).toBe(total);
        expect(one('TaxBasisTotalAmount')).toBe(total + one('ChargeTotalAmount'));
        expect(one('TaxTotalAmount')).toBe(sum(valuesOf(xml, 'CalculatedAmount')));
        expect(one('GrandTotalAmount')).toBe(one('TaxBasisTotalAmount') + one('TaxTotalAmount'));
        expect(one('DuePayableAmount')).toBe(one('GrandTotalAmount') - one('TotalPrepaidAmount'));
        // BR-CO-18: the bases of all rates are the whole.
        expect(sum(valuesOf(xml, 'BasisAmount'))).toBe(one('TaxBasisTotalAmount'));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['BR-CO-10', { goodsCents: 1 }],
    ['BR-CO-13', { netCents: 1 }],
    ['BR-CO-14', { taxCents: 1 }],
    ['BR-CO-15', { totalCents: 1 }],
    ['BR-CO-16', { paidCents: 99_999_999 }],
    ['BR-CO-17', { taxes: [{ category: 'S' as const, rate: 1900, basisCents: 1000, taxCents: 170 }] }],
    ['BR-CO-18', { taxes: [] }],
    ['BR-16', { lines: [] }],
    ['whole amounts', { totalCents: 0.5 }],
  ])('is refused by %s', (rule, wrong) => {
    const paper = buildPaper({ ...paperFacts(), lines: [taxedLine(1000, 1900)], delivery: null });
    expect(brokenSums({ ...paper, ...wrong })).toContain(rule);
  });

  it('is not issued when its tax is another rate’s', () => {
    const lines = [{ ...taxedLine(1000, 1900), taxCents: 70 }];
    expect(() => buildPaper({ ...paperFacts(), lines })).toThrow('does not add up: BR-CO-17');
  });
});

describe('what is not taxed', () => {
  const untaxed = { ...paperFacts(), lines: [taxedLine(1000, 0)], delivery: null };
  const categories = (seller: object, buyer: object, lines = untaxed.lines) =>
    buildPaper({
      ...untaxed,
      lines,
      seller: { ...untaxed.seller, ...seller },
      buyer: { ...untaxed.buyer, ...buyer },
    }).taxes.map(({ category }) => category);

  it('is not subject to tax, zero-rated, exempt, or owed by the buyer', () => {
    expect(categories({}, {})).toEqual(['O']);
    expect(categories({ vatNumber: 'DE136695976' }, {})).toEqual(['Z']);
    expect(categories({ taxNumber: '12/345' }, {})).toEqual(['Z']);
    expect(categories({}, {}, [taxedLine(1000, 0), taxedLine(1000, 700)])).toEqual(['S', 'E']);
    const german = { vatNumber: 'DE136695976', country: 'DE' };
    expect(categories(german, { vatNumber: 'ATU12345675', country: 'AT' })).toEqual(['AE']);
    expect(categories(german, { vatNumber: 'DE136695976', country: 'DE' })).toEqual(['Z']);
  });

  it('bears no rate, and names no buyer’s tax number, in the XML', () => {
    const buyer = { ...untaxed.buyer, vatNumber: 'ATU12345675' };
    const xml = writePaperXml(buildPaper({ ...untaxed, buyer }));
    expect(xml).not.toMatch(/RateApplicablePercent|ATU12345675/);
    expect(xml).toContain('<ram:ExemptionReasonCode>VATEX-EU-O</ram:ExemptionReasonCode>');
  });
});

describe('the XML', () => {
  it('says every text as it is, and leaves out what XML cannot say', () => {
    const seller = { ...paperFacts().seller, name: 'Bits & <Bolts>\u0000\ud800' };
    const xml = writePaperXml(buildPaper({ ...paperFacts(), seller }));
    expect(xml).toContain('<ram:Name>Bits &amp; &lt;Bolts&gt;\ufffd</ram:Name>');
  });

  it('writes amounts with the decimals of the currency', () => {
    const of = (currency: string) =>
      valuesOf(writePaperXml(buildPaper({ ...paperFacts(), currency })), 'GrandTotalAmount');
    expect([of('usd'), of('jpy'), of('kwd')]).toEqual([['16.80'], ['1680'], ['1.680']]);
  });

  it('gives the price of all where that of one has no end', () => {
    const lines = [taxedLine(1000, 0, { quantity: 3 }), taxedLine(900, 0, { quantity: 3 })];
    const xml = writePaperXml(buildPaper({ ...paperFacts(), lines }));
    expect(xml).toContain(
      '<ram:ChargeAmount>10.00</ram:ChargeAmount><ram:BasisQuantity unitCode="C62">3</ram:BasisQuantity>',
    );
    expect(xml).toContain('<ram:ChargeAmount>3.00</ram:ChargeAmount></ram:NetPriceProductTradePrice>');
  });

  it('names the invoice that a credit note takes back from', () => {
    const invoice = { number: 'INV-000007', issuedOn: '2026-11-02' };
    const xml = writePaperXml(buildPaper({ ...paperFacts(), kind: 'credit_note', invoice }));
    expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>');
    expect(xml).toMatch(/<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>INV-000007<.*20261102/);
    expect(valuesOf(xml, 'DuePayableAmount')).toEqual(['16.80']);
  });
});

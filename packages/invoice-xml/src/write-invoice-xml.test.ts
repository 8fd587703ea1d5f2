import { describe, expect, it } from 'vitest';
import { isStatable, type TaxCategory, writeInvoiceXml, type XmlInvoice } from './index.ts';

const address = (line: string, country: string) => ({
  lines: [line],
  city: 'Jena',
  region: '',
  postalCode: '07743',
  country,
});

const line = { name: 'Saw', partNumber: '', note: '', quantity: 1, netCents: 1000, taxRatePpm: 190_000 };

/** An invoice of 17.85 with delivery, paid by card. */
const invoice: XmlInvoice = {
  kind: 'invoice',
  number: '42',
  issuedOn: '2026-11-23',
  currency: 'eur',
  currencyDigits: 2,
  notes: ['Thank you'],
  seller: {
    ...{ name: 'Tischlerei Joiner', address: address('Werkstraße 12', 'DE'), vatNumber: 'DE136695976' },
    ...{ taxNumber: '', registration: '', email: 'a@joiner.example', phone: '' },
  },
  buyer: { name: 'Ada', address: address('Weg 1', 'DE'), vatNumber: '' },
  shipTo: null,
  orderNumber: '7',
  purchaseOrderNumber: '',
  lines: [{ ...line, category: 'S', note: 'Order 7' }],
  freight: { netCents: 500, category: 'S', taxRatePpm: 190_000, reason: 'Parcel' },
  allowance: null,
  taxes: [{ category: 'S', ratePpm: 190_000, basisCents: 1500, taxCents: 285, exemptionReason: '' }],
  ...{ goodsCents: 1000, netCents: 1500, taxCents: 285, totalCents: 1785, paidCents: 1785 },
  payment: { reference: 'pi_1', means: { by: 'card', text: 'Card' }, terms: '', dueOn: '' },
  corrected: null,
};

const write = (changed: Partial<XmlInvoice> = {}) => writeInvoiceXml({ ...invoice, ...changed });

const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, value = '']) => value);

describe('an invoice’s XML', () => {
  it('leaves out a text that an invoice stored long ago lacks', () => {
    const { phone: _, registration: __, ...seller } = invoice.seller;
    expect(write({ seller: seller as XmlInvoice['seller'] })).toBe(write());
  });

  it('has every part in the order of the schema, and no empty one', () => {
    const [, , root = ''] = write().split(/\n|(?<=:100">)/);
    const place = (street: string) =>
      `<ram:PostalTradeAddress><ram:PostcodeCode>07743</ram:PostcodeCode><ram:LineOne>${street}</ram:LineOne>` +
      '<ram:CityName>Jena</ram:CityName><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress>';
    const rate =
      '<ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19.00</ram:RateApplicablePercent>';
    expect(root.split('<rsm:ExchangedDocument>')).toEqual([
      '<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>' +
        '<ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>' +
        '</rsm:ExchangedDocumentContext>',
      '<ram:ID>42</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>' +
        '<udt:DateTimeString format="102">20261123</udt:DateTimeString></ram:IssueDateTime><ram:IncludedNote>' +
        '<ram:Content>Thank you</ram:Content></ram:IncludedNote></rsm:ExchangedDocument>' +
        '<rsm:SupplyChainTradeTransaction><ram:IncludedSupplyChainTradeLineItem>' +
        '<ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID><ram:IncludedNote>' +
        '<ram:Content>Order 7</ram:Content></ram:IncludedNote></ram:AssociatedDocumentLineDocument>' +
        '<ram:SpecifiedTradeProduct><ram:Name>Saw</ram:Name></ram:SpecifiedTradeProduct>' +
        '<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>10.00</ram:ChargeAmount>' +
        '</ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement><ram:SpecifiedLineTradeDelivery>' +
        '<ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>' +
        `<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode>${rate}` +
        '</ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementLineMonetarySummation>' +
        '<ram:LineTotalAmount>10.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>' +
        '</ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>' +
        '<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Tischlerei Joiner</ram:Name>' +
        '<ram:DefinedTradeContact><ram:PersonName>Tischlerei Joiner</ram:PersonName>' +
        '<ram:EmailURIUniversalCommunication><ram:URIID>a@joiner.example</ram:URIID>' +
        `</ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>${place('Werkstraße 12')}` +
        '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE136695976</ram:ID></ram:SpecifiedTaxRegistration>' +
        `</ram:SellerTradeParty><ram:BuyerTradeParty><ram:Name>Ada</ram:Name>${place('Weg 1')}</ram:BuyerTradeParty>` +
        '<ram:SellerOrderReferencedDocument><ram:IssuerAssignedID>7</ram:IssuerAssignedID>' +
        '</ram:SellerOrderReferencedDocument></ram:ApplicableHeaderTradeAgreement>' +
        '<ram:ApplicableHeaderTradeDelivery></ram:ApplicableHeaderTradeDelivery>' +
        '<ram:ApplicableHeaderTradeSettlement><ram:PaymentReference>pi_1</ram:PaymentReference>' +
        '<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementPaymentMeans>' +
        '<ram:TypeCode>48</ram:TypeCode><ram:Information>Card</ram:Information>' +
        '</ram:SpecifiedTradeSettlementPaymentMeans><ram:ApplicableTradeTax>' +
        '<ram:CalculatedAmount>2.85</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>' +
        `<ram:BasisAmount>15.00</ram:BasisAmount>${rate}</ram:ApplicableTradeTax>` +
        '<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>true</udt:Indicator>' +
        '</ram:ChargeIndicator><ram:ActualAmount>5.00</ram:ActualAmount><ram:ReasonCode>FC</ram:ReasonCode>' +
        `<ram:Reason>Parcel</ram:Reason><ram:CategoryTradeTax><ram:TypeCode>VAT</ram:TypeCode>${rate}` +
        '</ram:CategoryTradeTax></ram:SpecifiedTradeAllowanceCharge>' +
        '<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>10.00</ram:LineTotalAmount>' +
        '<ram:ChargeTotalAmount>5.00</ram:ChargeTotalAmount><ram:TaxBasisTotalAmount>15.00</ram:TaxBasisTotalAmount>' +
        '<ram:TaxTotalAmount currencyID="EUR">2.85</ram:TaxTotalAmount>' +
        '<ram:GrandTotalAmount>17.85</ram:GrandTotalAmount><ram:TotalPrepaidAmount>17.85</ram:TotalPrepaidAmount>' +
        '<ram:DuePayableAmount>0.00</ram:DuePayableAmount>' +
        '</ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>' +
        '</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>',
    ]);
  });

  it('escapes every text, and drops characters that XML cannot hold', () => {
    const xml = write({ seller: { ...invoice.seller, name: 'Bits & <Bolts>\u0000\ud800' } });
    expect(xml).toContain('<ram:Name>Bits &amp; &lt;Bolts&gt; \ufffd</ram:Name>');
  });

  it('writes a rate with all of its decimals', () => {
    const taxes = [190_000, 88_750, 42_250].map((ratePpm) => ({
      ...{
        category: 'S' as const,
        ratePpm,
        basisCents: 100_000,
        taxCents: ratePpm / 10,
        exemptionReason: '',
      },
    }));
    const xml = write({ taxes, lines: [], freight: null });
    expect(valuesOf(xml, 'RateApplicablePercent')).toEqual(['19.00', '8.875', '4.225']);
    expect(valuesOf(xml, 'CalculatedAmount')).toEqual(['190.00', '88.75', '42.25']);
  });

  it('writes amounts with the currency’s decimals', () => {
    const of = (currencyDigits: number) =>
      valuesOf(write({ currencyDigits, totalCents: 1680 }), 'GrandTotalAmount');
    expect([of(2), of(0), of(3)]).toEqual([['16.80'], ['1680'], ['1.680']]);
  });

  it('gives the price of all units where the unit price has endless decimals', () => {
    const three = { ...line, category: 'S' as const, quantity: 3 };
    const xml = write({ lines: [three, { ...three, netCents: 900 }] });
    expect(xml).toContain(
      '<ram:ChargeAmount>10.00</ram:ChargeAmount><ram:BasisQuantity unitCode="C62">3</ram:BasisQuantity>',
    );
    expect(xml).toContain('<ram:ChargeAmount>3.00</ram:ChargeAmount></ram:NetPriceProductTradePrice>');
  });

  it('names the account that a transfer goes to, and by when it is due', () => {
    const account = { holder: 'Joiner', iban: 'DE02120300000000202051', account: '', bic: 'BYLADEM1001' };
    const means = { by: 'transfer' as const, text: 'Transfer', account };
    const payment = { reference: '42', means, terms: 'Payable by December 7', dueOn: '2026-12-07' };
    const xml = write({ payment, paidCents: 0 });
    expect(xml).toContain('<ram:TypeCode>58</ram:TypeCode><ram:Information>Transfer</ram:Information>');
    expect(valuesOf(xml, 'IBANID')).toEqual(['DE02120300000000202051']);
    expect(xml).toMatch(/<ram:DueDateDateTime><udt:DateTimeString format="102">20261207</);
    expect(valuesOf(xml, 'DuePayableAmount')).toEqual(['17.85']);
    const elsewhere = { ...means, account: { ...account, iban: '', account: '000123' } };
    const other = write({ payment: { ...payment, means: elsewhere } });
    expect(other).toContain('<ram:TypeCode>30</ram:TypeCode>');
    expect(valuesOf(other, 'ProprietaryID')).toEqual(['000123']);
  });

  it('names the invoice that a credit note corrects', () => {
    const corrected = { number: 'INV-000007', issuedOn: '2026-11-02' };
    const xml = write({ kind: 'credit_note', corrected, paidCents: 0 });
    expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>');
    expect(xml).toMatch(/<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>INV-000007<.*20261102/);
    expect(valuesOf(xml, 'DuePayableAmount')).toEqual(['17.85']);
  });
});

describe('what EN 16931 cannot state', () => {
  const tax = { category: 'S' as const, ratePpm: 70_000, exemptionReason: '' };

  it('is a currency with three decimals, and tax that is off by a unit or more', () => {
    const of = (currencyDigits: number, count: number) => {
      // Each is 0.05 of a minor unit off.
      const taxes = [{ ...tax, basisCents: 15 * count, taxCents: count }];
      return isStatable({ ...invoice, currencyDigits, taxes });
    };
    expect([of(3, 1), of(0, 2), of(0, 40), of(2, 40)]).toEqual([false, true, false, true]);
  });

  it('is a seller without the number that its tax wants', () => {
    const of = (category: TaxCategory, numbers: { vatNumber?: string; taxNumber?: string }) => {
      const taxes = [{ ...tax, category, ratePpm: 0, basisCents: 1000, taxCents: 0 }];
      return isStatable({
        ...invoice,
        taxes,
        seller: { ...invoice.seller, vatNumber: '', taxNumber: '', ...numbers },
      });
    };
    const [none, number, vat] = [{}, { taxNumber: '12/345' }, { vatNumber: 'DE136695976' }];
    const categories = ['S', 'Z', 'E', 'K', 'G', 'O'] as const;
    expect(categories.map((each) => of(each, none))).toEqual([false, false, false, false, false, true]);
    expect(categories.map((each) => of(each, number))).toEqual([true, true, true, false, false, true]);
    expect([of('S', vat), of('K', vat), of('G', vat)]).toEqual([true, true, true]);
  });
});

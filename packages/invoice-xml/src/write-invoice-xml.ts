import { day, element, text } from './xml-parts.ts';

/** How a sum is taxed, by the codes of UNTDID 5305: standard rate, zero rate, exempt, intra-community supply,
 * export out of the Union, reverse charge, not subject to tax. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'K' | 'G' | 'AE' | 'O';

/** An invoice or a credit note in the terms of EN 16931. Amounts are whole minor units, rates parts per
 * million (190000 is 19 %), days '2026-11-23', countries ISO 3166 in capitals; unknown texts are empty. */
export type XmlInvoice = {
  kind: 'invoice' | 'credit_note';
  number: string;
  issuedOn: string;
  /** ISO 4217, and its number of decimals. */
  currency: string;
  currencyDigits: number;
  notes: string[];
  seller: Party & {
    vatNumber: string;
    taxNumber: string;
    registration: string;
    email: string;
    phone: string;
  };
  buyer: Party & { vatNumber: string };
  /** Where the goods are shipped; null if unknown, or if they are collected. */
  shipTo: Party | null;
  orderNumber: string;
  /** The buyer's purchase order number. */
  purchaseOrderNumber: string;
  lines: (Taxed & { name: string; partNumber: string; note: string; quantity: number })[];
  /** The delivery charge. */
  freight: (Taxed & { reason: string }) | null;
  /** A deduction from the total. */
  allowance: (Taxed & { reason: string }) | null;
  taxes: {
    category: TaxCategory;
    ratePpm: number;
    basisCents: number;
    taxCents: number;
    exemptionReason: string;
  }[];
  goodsCents: number;
  netCents: number;
  taxCents: number;
  totalCents: number;
  paidCents: number;
  payment: { reference: string; means: PaymentMeans | null; terms: string; dueOn: string };
  /** The invoice that a credit note corrects. */
  corrected: { number: string; issuedOn: string } | null;
};

/** `lines`: the address lines above the city. */
type Party = {
  name: string;
  address: { lines: string[]; city: string; region: string; postalCode: string; country: string };
};

type Taxed = { netCents: number; category: TaxCategory; taxRatePpm: number };

/** How it was or will be paid; `text` is for people. */
type PaymentMeans =
  | { by: 'card' | 'other'; text: string }
  | { by: 'transfer'; text: string; account: { holder: string; iban: string; account: string; bic: string } };

const WHOLE_PPM = 1_000_000;

/** Maximum number of decimals of an amount in EN 16931 (BR-DEC-01 and others). */
const MOST_DIGITS = 2;

/** Whether EN 16931 can express an invoice. The seller needs a tax number for what is subject to tax
 * (BR-S-02, and the same for other categories), and a VAT ID for goods that leave the country (BR-IC-02,
 * BR-G-02). Amounts may have at most two decimals, and the tax of each rate must be that of the sum of its
 * lines to within one whole unit of the currency (BR-CO-17): many lines rounded individually can be further
 * off in a currency without decimals. */
export function isStatable({
  currencyDigits: digits,
  taxes,
  seller,
}: Pick<XmlInvoice, 'currencyDigits' | 'taxes' | 'seller'>): boolean {
  if (!taxes.every(({ category }) => isNumbered(category, seller))) return false;
  const unit = 10 ** digits;
  return (
    digits <= MOST_DIGITS &&
    taxes.every(
      ({ ratePpm, basisCents, taxCents }) => Math.abs(taxCents - (basisCents * ratePpm) / WHOLE_PPM) < unit,
    )
  );
}

function isNumbered(category: TaxCategory, { vatNumber, taxNumber }: XmlInvoice['seller']): boolean {
  if (category === 'O') return true;
  return vatNumber !== '' || (taxNumber !== '' && category !== 'K' && category !== 'G');
}

/** UNTDID 1001, 5305 beside VATEX, 7161 and 4461, and UN/ECE Recommendation 20. */
const codes = {
  kinds: { invoice: '380', credit_note: '381' },
  exemptions: { K: 'VATEX-EU-IC', G: 'VATEX-EU-G', AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' } as Partial<
    Record<TaxCategory, string>
  >,
  freight: 'FC',
  means: { card: '48', other: '1', sepaTransfer: '58', creditTransfer: '30' },
  piece: 'C62',
};

const namespaces = Object.entries({
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
})
  .map(([prefix, name]) => ` xmlns:${prefix}="${name}"`)
  .join('');

/** Writes an invoice as a UN/CEFACT Cross Industry Invoice according to EN 16931, in the order of the
 * schema. */
export function writeInvoiceXml(invoice: XmlInvoice): string {
  const { kind, number, issuedOn, notes, lines, shipTo } = invoice;
  const amount = amountIn(invoice);
  const guideline = element(
    'ram:GuidelineSpecifiedDocumentContextParameter',
    text('ram:ID', 'urn:cen.eu:en16931:2017'),
  );
  const document = [
    text('ram:ID', number),
    text('ram:TypeCode', codes.kinds[kind]),
    element('ram:IssueDateTime', day('udt', issuedOn)),
    ...notes.map((note) => element('ram:IncludedNote', text('ram:Content', note))),
  ];
  const delivery =
    shipTo && element('ram:ShipToTradeParty', [text('ram:Name', shipTo.name), addressOf(shipTo)]);
  const transaction = [
    ...lines.map((line, index) => lineOf(line, index, amount)),
    agreementOf(invoice),
    // The schema requires it even if it is empty.
    `<ram:ApplicableHeaderTradeDelivery>${delivery ?? ''}</ram:ApplicableHeaderTradeDelivery>`,
    settlementOf(invoice, amount),
  ];
  const content = [
    element('rsm:ExchangedDocumentContext', guideline),
    element('rsm:ExchangedDocument', document),
    element('rsm:SupplyChainTradeTransaction', transaction),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('rsm:CrossIndustryInvoice', content, namespaces)}\n`;
}

type Amount = (cents: number) => string;

/** Writes whole minor units with the currency's decimals: 1999 is '19.99'. */
const amountIn =
  ({ currencyDigits }: XmlInvoice): Amount =>
  (cents) =>
    Number(`${cents}e-${currencyDigits}`).toFixed(currencyDigits);

/** What is not subject to tax must not have a rate (BR-O-05 to 07). */
const rateOf = (category: TaxCategory, ratePpm: number) =>
  category === 'O' ? '' : text('ram:RateApplicablePercent', writePercent(ratePpm));

/** A rate in percent with at least two decimals: '19.00', '8.875'. */
const writePercent = (ratePpm: number) => (ratePpm / (WHOLE_PPM / 100)).toFixed(4).replace(/0{1,2}$/, '');

function lineOf(line: XmlInvoice['lines'][number], index: number, amount: Amount): string {
  const { category, taxRatePpm, netCents, quantity } = line;
  const tax = [text('ram:TypeCode', 'VAT'), text('ram:CategoryCode', category), rateOf(category, taxRatePpm)];
  const total = text('ram:LineTotalAmount', amount(netCents));
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [
      text('ram:LineID', String(index + 1)),
      element('ram:IncludedNote', text('ram:Content', line.note)),
    ]),
    element('ram:SpecifiedTradeProduct', [
      text('ram:SellerAssignedID', line.partNumber),
      text('ram:Name', line.name),
    ]),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element('ram:NetPriceProductTradePrice', priceOf(line, amount)),
    ),
    element('ram:SpecifiedLineTradeDelivery', units('ram:BilledQuantity', quantity)),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', tax),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', total),
    ]),
  ]);
}

const units = (name: string, quantity: number) => text(name, String(quantity), ` unitCode="${codes.piece}"`);

/** The unit price if it is a whole number of cents, otherwise the price of all units: fractions of a cent
 * cannot be written. */
function priceOf({ netCents, quantity }: XmlInvoice['lines'][number], amount: Amount): string {
  const isWhole = netCents % quantity === 0;
  return isWhole
    ? text('ram:ChargeAmount', amount(netCents / quantity))
    : text('ram:ChargeAmount', amount(netCents)) + units('ram:BasisQuantity', quantity);
}

function agreementOf({ seller, buyer, taxes, orderNumber, purchaseOrderNumber }: XmlInvoice): string {
  const isOutside = taxes.some(({ category }) => category === 'O');
  const registered = (id: string, scheme: 'VA' | 'FC') =>
    element('ram:SpecifiedTaxRegistration', text('ram:ID', id, ` schemeID="${scheme}"`));
  const isNamed = seller.vatNumber !== '' || seller.registration !== '';
  const sellerParty = [
    // The seller must have some identifier (BR-CO-26).
    isNamed ? '' : text('ram:ID', seller.taxNumber || seller.email),
    text('ram:Name', seller.name),
    element('ram:SpecifiedLegalOrganization', text('ram:ID', seller.registration)),
    element('ram:DefinedTradeContact', [
      text('ram:PersonName', seller.name),
      element('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', seller.phone)),
      element('ram:EmailURIUniversalCommunication', text('ram:URIID', seller.email)),
    ]),
    addressOf(seller),
    registered(seller.vatNumber, 'VA'),
    registered(seller.taxNumber, 'FC'),
  ];
  const buyerParty = [
    text('ram:Name', buyer.name),
    addressOf(buyer),
    // Without tax, the buyer's VAT number must be omitted (BR-O-02).
    isOutside ? '' : registered(buyer.vatNumber, 'VA'),
  ];
  return element('ram:ApplicableHeaderTradeAgreement', [
    element('ram:SellerTradeParty', sellerParty),
    element('ram:BuyerTradeParty', buyerParty),
    element('ram:SellerOrderReferencedDocument', text('ram:IssuerAssignedID', orderNumber)),
    element('ram:BuyerOrderReferencedDocument', text('ram:IssuerAssignedID', purchaseOrderNumber)),
  ]);
}

/** The standard has only three address lines (BT-50, 51 and 163), besides postal code and city. */
function addressOf({ address }: Party): string {
  const [one = '', two = '', ...rest] = address.lines.filter((line) => line !== '');
  return element('ram:PostalTradeAddress', [
    text('ram:PostcodeCode', address.postalCode),
    text('ram:LineOne', one),
    text('ram:LineTwo', two),
    text('ram:LineThree', rest.join(', ')),
    text('ram:CityName', address.city),
    text('ram:CountryID', address.country),
    text('ram:CountrySubDivisionName', address.region),
  ]);
}

function settlementOf(invoice: XmlInvoice, amount: Amount): string {
  const { taxes, freight, allowance, payment, corrected, totalCents, paidCents } = invoice;
  const currency = invoice.currency.toUpperCase();
  const sums = [
    text('ram:LineTotalAmount', amount(invoice.goodsCents)),
    text('ram:ChargeTotalAmount', freight ? amount(freight.netCents) : ''),
    text('ram:AllowanceTotalAmount', allowance ? amount(allowance.netCents) : ''),
    text('ram:TaxBasisTotalAmount', amount(invoice.netCents)),
    text('ram:TaxTotalAmount', amount(invoice.taxCents), ` currencyID="${currency}"`),
    text('ram:GrandTotalAmount', amount(totalCents)),
    text('ram:TotalPrepaidAmount', amount(paidCents)),
    text('ram:DuePayableAmount', amount(totalCents - paidCents)),
  ];
  return element('ram:ApplicableHeaderTradeSettlement', [
    text('ram:PaymentReference', payment.reference),
    text('ram:InvoiceCurrencyCode', currency),
    element('ram:SpecifiedTradeSettlementPaymentMeans', payment.means ? meansOf(payment.means) : ''),
    ...taxes.map((tax) => taxOf(tax, amount)),
    periodOf(invoice),
    freight ? allowanceChargeOf(freight, true, amount) : '',
    allowance ? allowanceChargeOf(allowance, false, amount) : '',
    element('ram:SpecifiedTradePaymentTerms', [
      text('ram:Description', payment.terms),
      element('ram:DueDateDateTime', day('udt', payment.dueOn)),
    ]),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', sums),
    element(
      'ram:InvoiceReferencedDocument',
      corrected
        ? [
            text('ram:IssuerAssignedID', corrected.number),
            element('ram:FormattedIssueDateTime', day('qdt', corrected.issuedOn)),
          ]
        : '',
    ),
  ]);
}

/** A bank transfer must state the account (BR-50, BR-61). */
function meansOf(means: PaymentMeans): string[] {
  if (means.by !== 'transfer')
    return [text('ram:TypeCode', codes.means[means.by]), text('ram:Information', means.text)];
  const { holder, iban, account, bic } = means.account;
  return [
    text('ram:TypeCode', iban ? codes.means.sepaTransfer : codes.means.creditTransfer),
    text('ram:Information', means.text),
    element('ram:PayeePartyCreditorFinancialAccount', [
      text('ram:IBANID', iban),
      text('ram:AccountName', holder),
      text('ram:ProprietaryID', iban ? '' : account),
    ]),
    element('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', bic)),
  ];
}

/** An intra-community supply must state its date or invoicing period (BR-IC-11): here the day of the invoice,
 * since it is paid before delivery. */
function periodOf({ taxes, issuedOn, corrected }: XmlInvoice): string {
  if (!taxes.some(({ category }) => category === 'K')) return '';
  const on = day('udt', corrected?.issuedOn ?? issuedOn);
  return element('ram:BillingSpecifiedPeriod', [
    element('ram:StartDateTime', on),
    element('ram:EndDateTime', on),
  ]);
}

function taxOf(tax: XmlInvoice['taxes'][number], amount: Amount): string {
  return element('ram:ApplicableTradeTax', [
    text('ram:CalculatedAmount', amount(tax.taxCents)),
    text('ram:TypeCode', 'VAT'),
    text('ram:ExemptionReason', tax.exemptionReason),
    text('ram:BasisAmount', amount(tax.basisCents)),
    text('ram:CategoryCode', tax.category),
    text('ram:ExemptionReasonCode', codes.exemptions[tax.category] ?? ''),
    rateOf(tax.category, tax.ratePpm),
  ]);
}

function allowanceChargeOf(
  { netCents, category, taxRatePpm, reason }: NonNullable<XmlInvoice['freight']>,
  isCharge: boolean,
  amount: Amount,
): string {
  return element('ram:SpecifiedTradeAllowanceCharge', [
    element('ram:ChargeIndicator', text('udt:Indicator', String(isCharge))),
    text('ram:ActualAmount', amount(netCents)),
    text('ram:ReasonCode', isCharge ? codes.freight : ''),
    text('ram:Reason', reason),
    element('ram:CategoryTradeTax', [
      text('ram:TypeCode', 'VAT'),
      text('ram:CategoryCode', category),
      rateOf(category, taxRatePpm),
    ]),
  ]);
}

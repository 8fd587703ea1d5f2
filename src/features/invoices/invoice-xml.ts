import { currencyDigits, toPrice } from '#contracts/money.ts';
import { type PartsPerMillion, WHOLE_PPM, writePercent } from '#contracts/tax-rate.ts';
import type { AddressParts, Invoice, InvoiceLine, TaxCategory } from './invoice.ts';
import { invoiceTexts as texts } from './invoice-texts.ts';
import { paymentMeans, paymentTerms } from './payment-xml.ts';
import { day, element, text } from './xml-parts.ts';

/** The most decimals that EN 16931 lets an amount have (BR-DEC-01 and others). */
const MOST_DIGITS = 2;

/** Whether EN 16931 can state an invoice: whoever sells what is subject to tax has a number to say so
 * (BR-S-02, and as much for the other categories), for goods that leave the country a VAT ID (BR-IC-02,
 * BR-G-02). And its amounts: those of its currency, and the tax of each rate, which has to be that of their
 * sum but for less than one whole unit of the currency (BR-CO-17). In one without decimals, that of many
 * lines is not where it was rounded line by line, as it was in payments of before. */
export function isStatable({
  currency,
  taxes,
  seller,
}: Pick<Invoice, 'currency' | 'taxes' | 'seller'>): boolean {
  if (!taxes.every(({ category }) => isNumbered(category, seller))) return false;
  const digits = currencyDigits(currency);
  const unit = 10 ** digits;
  return (
    digits <= MOST_DIGITS &&
    taxes.every(
      ({ ratePpm, basisCents, taxCents }) => Math.abs(taxCents - (basisCents * ratePpm) / WHOLE_PPM) < unit,
    )
  );
}

function isNumbered(category: TaxCategory, { vatNumber, taxNumber }: Invoice['seller']): boolean {
  if (category === 'O') return true;
  return vatNumber !== '' || (taxNumber !== '' && category !== 'K' && category !== 'G');
}

/** UNTDID 1001, 5305 beside VATEX, 7161, and UN/ECE Recommendation 20. */
const codes = {
  kinds: { invoice: '380', credit_note: '381' },
  exemptions: { K: 'VATEX-EU-IC', G: 'VATEX-EU-G', AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' } as Partial<
    Record<TaxCategory, string>
  >,
  freight: 'FC',
  piece: 'C62',
};

/** Writes an invoice as a Cross Industry Invoice of UN/CEFACT, by the rules of EN
 * 16931. The schema wants this order. */
export function writeInvoiceXml(invoice: Invoice): string {
  const namespaces = [
    ['rsm', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'],
    ['ram', 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'],
    ['udt', 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100'],
    ['qdt', 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100'],
  ].map(([prefix, name]) => ` xmlns:${prefix}="${name}"`);
  const guideline = element(
    'ram:GuidelineSpecifiedDocumentContextParameter',
    text('ram:ID', 'urn:cen.eu:en16931:2017'),
  );
  const content = [
    element('rsm:ExchangedDocumentContext', guideline),
    element(
      'rsm:ExchangedDocument',
      [
        text('ram:ID', invoice.number),
        text('ram:TypeCode', codes.kinds[invoice.kind]),
        element('ram:IssueDateTime', day('udt', invoice.issuedOn)),
        ...notesOf(invoice).map((note) => element('ram:IncludedNote', text('ram:Content', note))),
      ].join(''),
    ),
    element(
      'rsm:SupplyChainTradeTransaction',
      [invoice.lines.map((line, index) => lineOf(invoice, line, index)).join(''), agreementOf(invoice)].join(
        '',
      ) +
        `<ram:ApplicableHeaderTradeDelivery>${shipToOf(invoice)}</ram:ApplicableHeaderTradeDelivery>` +
        settlementOf(invoice),
    ),
  ];
  const root = element('rsm:CrossIndustryInvoice', content.join(''), namespaces.join(''));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

const notesOf = ({ reason, seller, lines }: Invoice) =>
  [reason, seller.note, ...new Set(lines.map(({ note }) => note))].filter((note) => note !== null);

/** Nothing that is not subject to tax bears a rate (BR-O-05 to 07). */
const rateOf = (category: TaxCategory, ratePpm: PartsPerMillion) =>
  category === 'O' ? '' : text('ram:RateApplicablePercent', writePercent(ratePpm));

const amountIn = (currency: string) => (cents: number) =>
  toPrice(cents, currency).toFixed(currencyDigits(currency));

function lineOf({ currency }: Invoice, line: Invoice['lines'][number], index: number): string {
  const amount = amountIn(currency);
  const tax =
    text('ram:TypeCode', 'VAT') +
    text('ram:CategoryCode', line.category) +
    rateOf(line.category, line.taxRatePpm);
  const total = text('ram:LineTotalAmount', amount(line.netCents));
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    [
      element(
        'ram:AssociatedDocumentLineDocument',
        text('ram:LineID', String(index + 1)) +
          element('ram:IncludedNote', text('ram:Content', texts.ofOrder(line))),
      ),
      element(
        'ram:SpecifiedTradeProduct',
        text('ram:SellerAssignedID', line.partNumber) + text('ram:Name', line.name),
      ),
      element(
        'ram:SpecifiedLineTradeAgreement',
        element('ram:NetPriceProductTradePrice', priceOf(line, amount)),
      ),
      element('ram:SpecifiedLineTradeDelivery', units('ram:BilledQuantity', line.quantity)),
      element(
        'ram:SpecifiedLineTradeSettlement',
        element('ram:ApplicableTradeTax', tax) +
          element('ram:SpecifiedTradeSettlementLineMonetarySummation', total),
      ),
    ].join(''),
  );
}

const units = (name: string, quantity: number) => text(name, String(quantity), ` unitCode="${codes.piece}"`);

/** The price of one where that is whole, else of all: a third of a cent has no decimals to write it with. */
function priceOf({ netCents, quantity }: InvoiceLine, amount: (cents: number) => string): string {
  const isWhole = netCents % quantity === 0;
  return isWhole
    ? text('ram:ChargeAmount', amount(netCents / quantity))
    : text('ram:ChargeAmount', amount(netCents)) + units('ram:BasisQuantity', quantity);
}

function agreementOf({ seller, buyer, lines, taxes }: Invoice): string {
  const isOutside = taxes.some(({ category }) => category === 'O');
  const registered = (id: string, scheme: 'VA' | 'FC') =>
    element('ram:SpecifiedTaxRegistration', text('ram:ID', id, ` schemeID="${scheme}"`));
  const isNamed = seller.vatNumber !== '' || seller.registration !== '';
  const sellerParty = [
    // Whoever sells must be known by one number or another (BR-CO-26).
    isNamed ? '' : text('ram:ID', seller.taxNumber || seller.email),
    text('ram:Name', seller.name),
    element('ram:SpecifiedLegalOrganization', text('ram:ID', seller.registration)),
    element(
      'ram:DefinedTradeContact',
      text('ram:PersonName', seller.name) +
        element('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', seller.phone)) +
        element('ram:EmailURIUniversalCommunication', text('ram:URIID', seller.email)),
    ),
    addressOf(seller),
    registered(seller.vatNumber, 'VA'),
    registered(seller.taxNumber, 'FC'),
  ];
  const buyerParty = [
    text('ram:Name', buyer.name),
    addressOf(buyer),
    // What is not subject to tax names no buyer's number (BR-O-02).
    isOutside ? '' : registered(buyer.vatNumber, 'VA'),
  ];
  const [order, ...otherOrders] = new Set(lines.map(({ orderNumber }) => orderNumber));
  const [purchase, ...otherPurchases] = new Set(lines.map((line) => line.purchaseOrderNumber));
  return element(
    'ram:ApplicableHeaderTradeAgreement',
    [
      element('ram:SellerTradeParty', sellerParty.join('')),
      element('ram:BuyerTradeParty', buyerParty.join('')),
      element(
        'ram:SellerOrderReferencedDocument',
        otherOrders.length === 0 ? text('ram:IssuerAssignedID', order ?? '') : '',
      ),
      element(
        'ram:BuyerOrderReferencedDocument',
        otherPurchases.length === 0 ? text('ram:IssuerAssignedID', purchase ?? '') : '',
      ),
    ].join(''),
  );
}

type Place = { address: string; addressParts?: AddressParts | null; country: string };

/** Three lines are all that there are (BT-50, 51 and 163), besides what its parts say. */
function addressOf({ address, addressParts, country }: Place): string {
  const parts = addressParts ?? { city: '', region: '', postalCode: '' };
  const lines = addressParts
    ? [addressParts.line1, addressParts.line2, addressParts.district]
    : address.split('\n').map((line) => line.trim());
  const [one = '', two = '', ...rest] = lines.filter((line) => line !== '');
  return element(
    'ram:PostalTradeAddress',
    [
      text('ram:PostcodeCode', parts.postalCode),
      text('ram:LineOne', one),
      text('ram:LineTwo', two),
      text('ram:LineThree', rest.join(', ')),
      text('ram:CityName', parts.city),
      text('ram:CountryID', country),
      text('ram:CountrySubDivisionName', parts.region),
    ].join(''),
  );
}

/** Where the goods are sent; nothing where that is not known, or they are collected. */
function shipToOf({ deliverTo, deliverToParts, deliverToCountry: country, buyer }: Invoice): string {
  if (country === null) return '';
  const to: Place =
    deliverTo === null
      ? { ...buyer, country }
      : { address: deliverTo, addressParts: deliverToParts, country };
  const name = deliverToParts?.company || deliverToParts?.name || buyer.name;
  return element('ram:ShipToTradeParty', text('ram:Name', name) + addressOf(to));
}

function settlementOf(invoice: Invoice): string {
  const { currency, transactionId, taxes, delivery, keptDelivery, terms, invoice: corrected } = invoice;
  const amount = amountIn(currency);
  const sums = [
    text('ram:LineTotalAmount', amount(invoice.goodsCents)),
    text('ram:ChargeTotalAmount', delivery ? amount(delivery.netCents) : ''),
    text('ram:AllowanceTotalAmount', keptDelivery ? amount(keptDelivery.netCents) : ''),
    text('ram:TaxBasisTotalAmount', amount(invoice.netCents)),
    text('ram:TaxTotalAmount', amount(invoice.taxCents), ` currencyID="${currency.toUpperCase()}"`),
    text('ram:GrandTotalAmount', amount(invoice.totalCents)),
    text('ram:TotalPrepaidAmount', amount(invoice.paidCents)),
    text('ram:DuePayableAmount', amount(invoice.totalCents - invoice.paidCents)),
  ];
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    [
      text('ram:PaymentReference', terms ? invoice.number : transactionId),
      text('ram:InvoiceCurrencyCode', currency.toUpperCase()),
      element('ram:SpecifiedTradeSettlementPaymentMeans', paymentMeans(invoice)),
      ...taxes.map((tax) => taxOf(tax, amount)),
      periodOf(invoice),
      delivery ? chargeOf(delivery, amount) : '',
      keptDelivery ? allowanceOf(keptDelivery, amount) : '',
      element('ram:SpecifiedTradePaymentTerms', paymentTerms(invoice)),
      element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', sums.join('')),
      element(
        'ram:InvoiceReferencedDocument',
        corrected === null
          ? ''
          : text('ram:IssuerAssignedID', corrected.number) +
              element('ram:FormattedIssueDateTime', day('qdt', corrected.issuedOn)),
      ),
    ].join(''),
  );
}

/** An intra-community supply says when it was, or what period is invoiced (BR-IC-11): the day of the invoice,
 * since nothing has been delivered yet. */
function periodOf({ taxes, issuedOn, invoice }: Invoice): string {
  const on = day('udt', invoice?.issuedOn ?? issuedOn);
  return element(
    'ram:BillingSpecifiedPeriod',
    taxes.some(({ category }) => category === 'K')
      ? element('ram:StartDateTime', on) + element('ram:EndDateTime', on)
      : '',
  );
}

function taxOf(
  { category, ratePpm, basisCents, taxCents }: Invoice['taxes'][number],
  amount: Amount,
): string {
  return element(
    'ram:ApplicableTradeTax',
    [
      text('ram:CalculatedAmount', amount(taxCents)),
      text('ram:TypeCode', 'VAT'),
      text('ram:ExemptionReason', texts.exemptions[category] ?? ''),
      text('ram:BasisAmount', amount(basisCents)),
      text('ram:CategoryCode', category),
      text('ram:ExemptionReasonCode', codes.exemptions[category] ?? ''),
      rateOf(category, ratePpm),
    ].join(''),
  );
}

type Amount = (cents: number) => string;

type Delivery = NonNullable<Invoice['delivery']>;

function chargeOf(delivery: Delivery, amount: Amount): string {
  const reason = text('ram:ReasonCode', codes.freight) + text('ram:Reason', texts.delivery(delivery.name));
  return allowanceCharge('true', delivery, reason, amount);
}

/** What is kept of a credit note is taken off it. */
function allowanceOf(delivery: Delivery, amount: Amount): string {
  return allowanceCharge(
    'false',
    delivery,
    text('ram:Reason', texts.keptDelivery(texts.delivery(delivery.name))),
    amount,
  );
}

function allowanceCharge(
  isCharge: 'true' | 'false',
  { netCents, category, taxRatePpm }: Delivery,
  reason: string,
  amount: Amount,
): string {
  const tax = text('ram:TypeCode', 'VAT') + text('ram:CategoryCode', category) + rateOf(category, taxRatePpm);
  return element(
    'ram:SpecifiedTradeAllowanceCharge',
    [
      element('ram:ChargeIndicator', text('udt:Indicator', isCharge)),
      text('ram:ActualAmount', amount(netCents)),
      reason,
      element('ram:CategoryTradeTax', tax),
    ].join(''),
  );
}

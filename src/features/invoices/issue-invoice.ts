import { withDestinations } from '#features/addresses/destination.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import type { LockedPayment } from '#features/orders/payment-store.ts';
import { findDetails } from '#features/shop-details/store.ts';
import type { TaxCategory } from '#invoice-xml';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { LOCALE } from '#texts/locale.ts';
import type {
  AddressParts,
  Buyer,
  InvoiceFacts,
  InvoiceLine,
  PaymentTerms,
  Seller,
  TaxedPlace,
} from './invoice.ts';
import { storeInvoice } from './store.ts';
import { categoriesOf, deliveryCategory } from './tax-category.ts';

type PaidLine = LockedPayment['lines'][number];

type Invoiced = Pick<LockedPayment, 'payment' | 'lines'> & {
  transactionId: string | null;
  terms?: PaymentTerms;
};

/** Issues the invoice of a payment in the transaction that makes the payment succeed or, with `terms`, in the
 * one that starts it; always as its last step. */
export async function issueInvoice(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines, transactionId, terms }: Invoiced,
): Promise<void> {
  const { currencyDisplay, seller, state, zone } = await factsOfShop(tx, payment.shop_country);
  const orders = await withDestinations(
    tx,
    lines.map(({ order }) => order),
  );
  const facts: Omit<InvoiceFacts, 'number' | 'issuedOn'> = {
    kind: 'invoice',
    currency: payment.currency,
    currencyDisplay,
    taxName: payment.tax_name,
    pricesIncludeTax: payment.prices_include_tax,
    seller,
    buyer: buyerOf(payment, orders, seller.country),
    ...deliveryPlace(payment, orders),
    taxedPlace: taxedPlace(payment, orders, { country: seller.country, state }),
    ...invoicedParts(payment, lines, seller, orders[0]?.destination_postal_code),
    ...(payment.exemption && { exemption: payment.exemption }),
    keptDelivery: null,
    transactionId,
    terms: terms ?? null,
    receivedOn: payment.received_on,
    isOfUnpaid: false,
    reason: null,
    invoice: null,
  };
  const subject = { paymentId: payment.id, refundId: null, userId: payment.user_id };
  const { invoice } = await storeInvoice({ ...context, zone }, tx, facts, subject);
  const details = {
    number: invoice.number,
    amountCents: invoice.totalCents,
    ...(terms && { dueOn: terms.dueOn }),
  };
  await recordAudits(
    context,
    tx,
    orders.map(({ id, tool_id }) => ({ action: 'invoice_issued', orderId: id, toolId: tool_id, details })),
  );
}

/** The shop's current details, with the country that it had when the payment started. */
async function factsOfShop(
  tx: DatabaseTransaction,
  shopCountry: string | null,
): Promise<Pick<InvoiceFacts, 'currencyDisplay' | 'seller'> & { state: string; zone: string }> {
  const { shop, look, contact, business, region } = await findDetails(tx);
  const seller: Seller = {
    name: business.legalName || shop.name,
    address: contact.address,
    country: shopCountry ?? new Intl.Locale(LOCALE).region ?? '',
    email: contact.email,
    phone: contact.phone,
    vatNumber: business.vatNumber,
    taxNumber: business.taxNumber,
    registration: business.registration,
    bank: business.bank,
    note: business.note,
    logo: look.logo,
  };
  return { currencyDisplay: look.currencyDisplay, seller, state: region.state, zone: region.zone };
}

type OfPayment = LockedPayment['payment'];

/** The buyer, with the name frozen with the payment, else the one on the first order. */
function buyerOf(
  { bill_to, bill_to_parts, bill_name, vat_number: vatNumber }: OfPayment,
  [first]: PaidLine['order'][],
  homeCountry: string,
): Buyer {
  const addressParts = bill_to_parts as AddressParts | null;
  const address = bill_to ?? first?.address ?? '';
  const name = bill_name || first?.user_name || '';
  const lines = address.split('\n').filter((line) => line.trim() !== name.trim());
  const country = addressParts?.country ?? first?.destination_country ?? homeCountry;
  return { name, address: lines.join('\n'), addressParts, country, email: first?.email ?? '', vatNumber };
}

/** The delivery address; none if the goods are collected. */
function deliveryPlace(
  { collected, bill_to, deliver_to, deliver_to_parts, deliver_to_country }: OfPayment,
  orders: PaidLine['order'][],
): Pick<InvoiceFacts, 'deliverTo' | 'deliverToParts' | 'deliverToCountry'> {
  if (collected) return { deliverTo: null, deliverToParts: null, deliverToCountry: null };
  return {
    deliverTo: deliver_to ?? otherAddresses(orders, bill_to),
    deliverToParts: deliver_to_parts as AddressParts | null,
    deliverToCountry: deliver_to_country,
  };
}

/** The orders' own delivery addresses, if they are not the one that is billed. */
function otherAddresses(orders: PaidLine['order'][], billTo: string | null): string | null {
  const addresses = new Set(orders.map(({ address }) => address));
  return addresses.size > 1 || billTo !== null ? [...addresses].join('\n') : null;
}

/** The place that the payment's charges were computed for: the parts that all its orders have in common. */
function taxedPlace(
  { collected }: OfPayment,
  orders: PaidLine['order'][],
  shop: { country: string; state: string },
): TaxedPlace {
  // The code of a state without its country's: US-OH.
  const region = shop.state.slice(shop.state.indexOf('-') + 1);
  if (collected) return { country: shop.country, region, postalCode: '' };
  const shared = (part: 'country' | 'region' | 'postal_code') => {
    const [value, another] = new Set(orders.map((order) => order[`destination_${part}`]));
    return another === undefined ? (value ?? '') : '';
  };
  return { country: shared('country'), region: shared('region'), postalCode: shared('postal_code') };
}

/** What was charged and how it is taxed; `postcode` is where it goes. Delivery is listed only if it cost
 * something. */
export function invoicedParts(
  payment: Omit<OfPayment, 'lines'>,
  lines: readonly PaidLine[],
  seller: Seller,
  postcode: string | null = null,
): Pick<InvoiceFacts, 'lines' | 'delivery' | 'waivedDelivery'> {
  const {
    delivery_cents: netCents,
    delivery_tax_rate_ppm: taxRatePpm,
    collected,
    deliver_to_country,
  } = payment;
  const goodsTo = {
    country: (collected ? null : deliver_to_country) ?? seller.country,
    postcode: collected ? null : postcode,
  };
  const delivery = netCents > 0 ? { taxRatePpm, exempt: payment.delivery_exempt } : undefined;
  const parts = lines.map(({ line }) => ({ taxRatePpm: line.tax_rate_ppm, exempt: line.exempt }));
  const all = delivery ? [...parts, delivery] : parts;
  const categoryOf = categoriesOf({ seller, vatNumber: payment.vat_number, goodsTo }, all);
  const ofDelivery = (part: { taxRatePpm: number; exempt: boolean }) =>
    deliveryCategory(categoryOf(part), parts.map(categoryOf));
  return {
    lines: lines.map(
      ({ line, order }): InvoiceLine => ({
        orderNumber: order.number,
        name: order.tool_name,
        partNumber: order.part_number,
        quantity: order.quantity,
        netCents: line.net_cents,
        taxCents: line.tax_cents,
        taxRatePpm: line.tax_rate_ppm,
        category: categoryOf({ taxRatePpm: line.tax_rate_ppm, exempt: line.exempt }),
        purchaseOrderNumber: order.purchase_order_number || null,
        note: order.buyer_note || null,
      }),
    ),
    delivery: delivery
      ? {
          name: payment.delivery_method,
          netCents,
          taxCents: payment.delivery_tax_cents,
          taxRatePpm,
          category: ofDelivery(delivery),
        }
      : null,
    waivedDelivery: waivedDelivery(payment, ofDelivery),
  };
}

function waivedDelivery(
  payment: Omit<OfPayment, 'lines'>,
  categoryOf: (part: { taxRatePpm: number; exempt: boolean }) => TaxCategory,
): InvoiceFacts['waivedDelivery'] {
  const { waived_delivery_cents: netCents, waived_delivery_tax_cents: taxCents } = payment;
  const taxRatePpm = payment.waived_delivery_tax_rate_ppm;
  if (netCents === null || taxCents === null || taxRatePpm === null) return null;
  const category = categoryOf({ taxRatePpm, exempt: payment.waived_delivery_exempt });
  return { name: payment.delivery_method, netCents, taxCents, taxRatePpm, category };
}

import { countryOfWritten, formatAddress } from '#features/addresses/address-rules.ts';
import { findAddresses, partsOf } from '#features/addresses/store.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { readRules } from '#features/charges/store.ts';
import { findDetails } from '#features/details/store.ts';
import type { LockedPayment } from '#features/orders/payments/store.ts';
import type { Buyer, PaperFacts, PaperLine, Seller } from '#features/papers/paper.ts';
import { storePaper } from '#features/papers/store.ts';
import { findBusiness } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { LOCALE } from '#texts/locale.ts';

type PaidLine = LockedPayment['lines'][number];

/** Issues the invoice of a payment, in the transaction that makes it succeed, and last in that. */
export async function issueInvoice(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines, transactionId }: Pick<LockedPayment, 'payment' | 'lines'> & { transactionId: string },
): Promise<void> {
  const issuedAt = context.clock.now();
  const shop = await factsOfShop(tx);
  const orders = lines.map(({ order }) => order);
  const facts: Omit<PaperFacts, 'number'> = {
    kind: 'invoice',
    issuedOn: dayOf(issuedAt),
    currency: payment.currency,
    ...shop,
    buyer: await buyerOf(tx, payment, orders, shop.seller.country),
    deliverTo: payment.deliver_to ?? otherAddresses(orders),
    lines: lines.map(toPaperLine),
    delivery: deliveryOf(payment),
    transactionId,
    reason: null,
    invoice: null,
  };
  const subject = { paymentId: payment.id, refundId: null, userId: payment.user_id, issuedAt };
  const { paper } = await storePaper(tx, facts, subject);
  const details = { number: paper.number, amountCents: paper.totalCents };
  for (const { id, tool_id } of orders)
    await recordAudit(context, tx, { action: 'invoice_issued', orderId: id, toolId: tool_id, details });
}

/** A day in the time zone of the machine, which an owner can set (`TZ`): 2026-11-23. */
export function dayOf(moment: Date): string {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${moment.getFullYear()}-${month}-${day}`;
}

/** What the shop says of itself, as it is now. */
async function factsOfShop(
  tx: DatabaseTransaction,
): Promise<Pick<PaperFacts, 'currencyDisplay' | 'taxName'> & { seller: Seller }> {
  const { shop, look, contact, business } = await findDetails(tx);
  const { shopCountry, taxName } = await readRules(tx);
  return {
    currencyDisplay: look.currencyDisplay,
    taxName,
    seller: {
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
    },
  };
}

/** Whom it is for: the company of their profile, else whoever the entry of their address book is of that it is billed to, else as
 * the first order says. */
async function buyerOf(
  tx: DatabaseTransaction,
  { user_id, bill_to }: Pick<LockedPayment['payment'], 'user_id' | 'bill_to'>,
  [first]: PaidLine['order'][],
  homeCountry: string,
): Promise<Buyer> {
  const { company, vat_number: vatNumber } = await findBusiness(tx, user_id);
  const address = bill_to ?? first?.address ?? '';
  const book = bill_to === null ? [] : await findAddresses(tx, user_id);
  const entry = book.find((row) => formatAddress(partsOf(row)) === bill_to);
  const name = company || entry?.company || entry?.name || first?.user_name || '';
  const lines = address.split('\n').filter((line) => line.trim() !== name.trim());
  const country = countryOfWritten(address) ?? homeCountry;
  return { name, address: lines.join('\n'), country, email: first?.email ?? '', vatNumber };
}

/** The addresses of orders that do not all go to one. */
function otherAddresses(orders: PaidLine['order'][]): string | null {
  const addresses = new Set(orders.map(({ address }) => address));
  return addresses.size > 1 ? [...addresses].join('\n') : null;
}

/** Delivery stands on it where it cost something. */
function deliveryOf(payment: LockedPayment['payment']): PaperFacts['delivery'] {
  const { delivery_cents, delivery_tax_cents, delivery_tax_rate, delivery_method } = payment;
  if (delivery_cents === 0) return null;
  return {
    name: delivery_method,
    netCents: delivery_cents,
    taxCents: delivery_tax_cents,
    taxRate: delivery_tax_rate,
  };
}

const toPaperLine = ({ line, order }: PaidLine): PaperLine => ({
  orderNumber: order.number,
  name: order.tool_name,
  quantity: order.quantity,
  netCents: line.net_cents,
  taxCents: line.tax_cents,
  taxRate: line.tax_rate,
  purchaseOrderNumber: order.purchase_order_number || null,
  note: order.buyer_note || null,
});

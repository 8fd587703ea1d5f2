import { isOfCard } from '#contracts/identifiers.ts';
import { currencyDigits } from '#contracts/money.ts';
import type { XmlInvoice } from '#invoice-xml';
import type { AddressParts, Invoice } from './invoice.ts';
import { invoiceTexts as texts } from './invoice-texts.ts';

/** An invoice in the terms of EN 16931, which its XML is written from. */
export function toXmlInvoice(invoice: Invoice): XmlInvoice {
  const { seller, buyer, lines, delivery, keptDelivery, reason } = invoice;
  const notes = [reason, seller.note, ...new Set(lines.map(({ note }) => note))];
  return {
    ...invoice,
    currencyDigits: currencyDigits(invoice.currency),
    notes: notes.filter((note) => note !== null),
    seller: { ...seller, address: addressOf(seller) },
    buyer: { ...buyer, address: addressOf(buyer) },
    shipTo: shipToOf(invoice),
    orderNumber: onlyOne(lines.map((line) => line.orderNumber)),
    purchaseOrderNumber: onlyOne(lines.map((line) => line.purchaseOrderNumber)),
    lines: lines.map((line) => ({
      ...line,
      partNumber: line.partNumber ?? '',
      note: texts.ofOrder(line),
    })),
    freight: delivery && { ...delivery, reason: texts.delivery(delivery.name) },
    allowance: keptDelivery && {
      ...keptDelivery,
      reason: texts.keptDelivery(texts.delivery(keptDelivery.name)),
    },
    taxes: invoice.taxes.map((tax) => ({ ...tax, exemptionReason: texts.whyExempt(tax, invoice.exemption) })),
    payment: paymentOf(invoice),
    corrected: invoice.invoice,
  };
}

/** What all lines say; nothing where they say several things. */
function onlyOne(values: (string | null)[]): string {
  const [value, ...others] = new Set(values);
  return others.length === 0 ? (value ?? '') : '';
}

type Place = { address: string; addressParts?: AddressParts | null; country: string };

function addressOf({ address, addressParts, country }: Place): XmlInvoice['buyer']['address'] {
  if (!addressParts)
    return {
      lines: address.split('\n').map((line) => line.trim()),
      ...{ city: '', region: '', postalCode: '', country },
    };
  const { line1, line2, district, city, region, postalCode } = addressParts;
  return { lines: [line1, line2, district], city, region, postalCode, country };
}

/** The delivery address; empty if it is unknown or the goods are collected. */
function shipToOf({ deliverTo, deliverToParts, deliverToCountry, buyer }: Invoice): XmlInvoice['shipTo'] {
  if (deliverToCountry === null) return null;
  const to =
    deliverTo === null
      ? { ...buyer, country: deliverToCountry }
      : { address: deliverTo, addressParts: deliverToParts, country: deliverToCountry };
  return { name: deliverToParts?.company || deliverToParts?.name || buyer.name, address: addressOf(to) };
}

/** How it was paid, or is to be; what is still to be paid says by when, and how (BR-CO-25). */
function paymentOf({
  kind,
  number,
  terms,
  transactionId,
  isOfUnpaid,
  invoice,
  seller,
  totalCents,
}: Invoice): XmlInvoice['payment'] {
  if (terms)
    return {
      reference: number,
      means: isOfUnpaid ? null : { by: 'transfer', text: texts.byTransfer, account: terms.account },
      terms: texts.transferTerms(number, terms, seller.country),
      dueOn: terms.dueOn,
    };
  const byCard = isOfCard(transactionId);
  const goesBack = isOfUnpaid ? texts.withdrawn(invoice?.number ?? '') : texts.paidBack(byCard);
  return {
    reference: transactionId ?? '',
    means: isOfUnpaid ? null : byCard ? { by: 'card', text: texts.byCard } : { by: 'other', text: '' },
    terms: kind === 'invoice' || totalCents === 0 ? '' : goesBack,
    dueOn: '',
  };
}

import type { InvoiceFacts, InvoiceLine } from '#features/invoices/invoice.ts';

/** A line of an invoice or credit note, with its tax rounded half up. */
export function taxedLine(
  netCents: number,
  taxRatePpm: number,
  more: Partial<InvoiceLine> = {},
): InvoiceLine {
  return {
    orderNumber: 'TY-10001',
    name: 'Claw hammer',
    partNumber: null,
    quantity: 1,
    netCents,
    taxCents: Math.floor((netCents * taxRatePpm + 500_000) / 1_000_000),
    taxRatePpm,
    category: taxRatePpm > 0 ? 'S' : 'Z',
    purchaseOrderNumber: null,
    note: null,
    ...more,
  };
}

/** The facts of an invoice of 16.80. */
export const invoiceFacts = (): InvoiceFacts => ({
  kind: 'invoice',
  number: 'INV-000042',
  issuedOn: '2026-11-23',
  currency: 'usd',
  currencyDisplay: 'symbol',
  taxName: 'VAT',
  pricesIncludeTax: false,
  seller: {
    name: 'Toolyard',
    address: '1420 Foundry Street, Springfield, OH 45502',
    country: 'US',
    email: 'hello@toolyard.example',
    phone: '+1 (937) 555-0142',
    vatNumber: '',
    taxNumber: '93-1234567',
    registration: '',
    bank: '',
    note: '',
    logo: '',
  },
  buyer: {
    name: 'Ada Lovelace',
    address: '12 St James’s Square\nLondon SW1Y 4JH',
    addressParts: null,
    country: 'GB',
    email: 'ada@example.com',
    vatNumber: '',
  },
  deliverTo: null,
  deliverToParts: null,
  deliverToCountry: null,
  taxedPlace: null,
  lines: [taxedLine(1000, 190_000), taxedLine(0, 0)],
  delivery: { netCents: 490, taxCents: 0, taxRatePpm: 0, category: 'Z', name: 'Standard' },
  waivedDelivery: null,
  keptDelivery: null,
  transactionId: 'pi_1',
  terms: null,
  receivedOn: null,
  isOfUnpaid: false,
  reason: null,
  invoice: null,
});

import { changeEmailEmails } from '#features/account/change-email/emails.ts';
import { erasureEmails, exportEmails } from '#features/account/emails.ts';
import { apiKeyEmails } from '#features/api-keys/emails.ts';
import { stockEmails } from '#features/catalogue/record-low-stock.ts';
import type { ToolRow } from '#features/catalogue/store.ts';
import { contactEmails } from '#features/contact/emails.ts';
import { byStaffEmails } from '#features/counter/emails.ts';
import { delayEmails } from '#features/delays/emails.ts';
import type { Email } from '#features/emails/render-email.ts';
import { exemptionEmails } from '#features/exemptions/emails.ts';
import { parcelEmails } from '#features/fulfilment/emails.ts';
import { invitationEmails } from '#features/invitations/emails.ts';
import { buildInvoice } from '#features/invoices/invoice.ts';
import type { DelayRow } from '#features/orders/delay-store.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { orderEmails, withoutBuyersWords } from '#features/payments/emails.ts';
import { openInvoiceEmails } from '#features/payments/open-invoices/emails.ts';
import type { Quote } from '#features/quotes/contract.ts';
import { quoteEmails } from '#features/quotes/emails.ts';
import { disputeEmails } from '#features/refunds/disputes/emails.ts';
import { refundEmails } from '#features/refunds/emails.ts';
import type { Return } from '#features/returns/contract.ts';
import { returnEmails } from '#features/returns/emails.ts';
import { reviewEmails } from '#features/reviews/emails.ts';
import type { ManagedReviewRow } from '#features/reviews/store.ts';
import { defaultDetails, defaultHours, defaultName } from '#features/shop-details/texts/defaults.ts';
import { accountEmails } from '#features/sign-in/emails.ts';
import { restockEmails } from '#features/stock/restock-emails.ts';
import { failedJobEmails } from '#features/users/notices/notify-staff.ts';
import { safetyEmails } from '#features/users/safety-emails.ts';
import { webhookEmails } from '#features/webhooks/emails.ts';
import { withdrawalEmails } from '#features/withdrawals/emails.ts';
import { invoiceFacts } from './invoices.ts';

/** A paid order whose name, address and tool contain HTML syntax. */
export const sampleOrder: OrderRow = {
  id: '01a1fcdf-6a65-75be-b5d6-8df66059fcf2',
  number: 'TY-10482',
  user_id: '01a1fcdf-6a65-75be-b5d6-8df66059fcf3',
  tool_id: '01a1fcdf-6a65-75be-b5d6-8df66059fcf4',
  part_number: 'CH-16',
  tool_name: 'Combination wrench set <16 pieces>, long pattern & chrome-vanadium',
  img: '/pictures/wrench.webp',
  unit_price_cents: 129_999,
  quantity: 3,
  total_cents: 389_997,
  user_name: 'Ada O’Neil',
  email: 'ada@home.example',
  phone: '+1 (937) 555-0188',
  address: 'Ada O’Neil & Sons\n12 Bench Street, Unit 4\nSpringfield, OH 45502',
  destination_country: 'US',
  destination_region: 'OH',
  destination_postal_code: '45502',
  destination_doubtful: false,
  purchase_order_number: 'PO <7731>',
  buyer_note: 'Ring twice & wait.\nThe yard is at the back.',
  placed_at: new Date('2026-03-01T12:00:00Z'),
  paid_at: new Date('2026-03-02T12:00:00Z'),
  transaction_id: 'pi_3PqLmK2eZvKYlo2C1x9TyQ8u',
  shipped_at: null,
  sent_quantity: 0,
  withdrawn_quantity: 0,
  deleted_at: null,
  cancelled_at: null,
  refunded_quantity: 0,
  returned_quantity: 0,
  returning_quantity: 0,
  deducted_cents: 0,
  state: 'paid',
  ship_by: '2026-04-01',
};

/** A first delay of two weeks. */
const delay: DelayRow = {
  id: '01a1fcdf-6a65-75be-b5d6-8df66059fcf5',
  order_id: sampleOrder.id,
  was_due_on: '2026-04-01',
  new_date: '2026-04-15',
  reason: 'The <maker> is late & sorry',
  silence: 'consents',
  answer_by: '2026-04-01',
  state: 'open',
  by_silence: false,
  sent_by: null,
  sent_at: new Date('2026-03-30T12:00:00Z'),
  answered_at: null,
};

export const origin = 'https://shop.example';
const zone = 'America/New_York';
const parts = {
  order: sampleOrder,
  number: sampleOrder.number,
  currency: 'usd',
  currencyDisplay: 'symbol',
  origin,
  zone,
} as const;
const account = {
  what: 'factor_added' as const,
  to: 'ada@home.example',
  origin,
  url: `${origin}/verify-email?token=${'eyJhbGciOiJIUzI1NiJ9.'.repeat(6)}&callbackURL=%2F`,
};
const message = {
  id: sampleOrder.id,
  name: 'Cora Roofer',
  email: 'cora@home.example',
  phone: '+1 (937) 555-0199',
  message: 'Do you sell the 12" blade on its own?\n\nI need <40> of them by May.',
  created_at: sampleOrder.placed_at,
  closed_at: null,
};

const review: ManagedReviewRow = {
  id: sampleOrder.id,
  user_id: sampleOrder.user_id,
  email: 'cora@home.example',
  tool_id: sampleOrder.tool_id,
  tool_name: sampleOrder.tool_name,
  name: 'Cora Roofer',
  rate: 1,
  reviews: 'The 12" one <slips> & rounds the nut.\n\nSent it back.',
  created_at: sampleOrder.placed_at,
  hidden_at: null,
  hidden_reason: null,
  answer: null,
  answered_at: null,
};

const payment = {
  amount_cents: sampleOrder.total_cents,
  currency: 'usd',
  refund_reason: 'sold_out',
} as const;

const parcel = {
  id: sampleOrder.id,
  user_id: sampleOrder.user_id,
  carrier_id: sampleOrder.tool_id,
  carrier: 'UPS',
  link: 'https://www.ups.com/track?tracknum={number}',
  tracking_number: '1Z 999 AA1 01 2345 6784',
  sent_at: new Date('2026-03-03T12:00:00Z'),
  told_at: null,
  delivered_on: null,
  payment_id: null,
  contents: [
    {
      order_id: sampleOrder.id,
      number: sampleOrder.number,
      tool_name: sampleOrder.tool_name,
      part_number: sampleOrder.part_number,
      quantity: 2,
      ordered: sampleOrder.quantity,
      has_rest: true,
    },
  ],
};
const quoteLine = {
  orderId: sampleOrder.id,
  orderNumber: sampleOrder.number,
  orderState: 'unpaid',
  toolId: sampleOrder.tool_id,
  toolName: sampleOrder.tool_name,
  partNumber: sampleOrder.part_number,
  img: sampleOrder.img,
  picture: null,
  quantity: sampleOrder.quantity,
  unitPrice: 1199.99,
  price: 3599.97,
  toolUnitPrice: 1299.99,
  heldQuantity: sampleOrder.quantity,
  availableQuantity: 5,
  unavailable: null,
} as const;

const quote: Quote = {
  _id: sampleOrder.id,
  number: 'Q-1001',
  state: 'offered',
  version: 2,
  email: sampleOrder.email,
  userName: sampleOrder.user_name,
  orderCount: 2,
  toolName: sampleOrder.tool_name,
  price: 7199.94,
  holds: true,
  expiresAt: '2026-03-08T16:30:00.000Z',
  askedAt: '2026-03-01T12:00:00.000Z',
  offeredAt: '2026-03-02T12:00:00.000Z',
  acceptedAt: null,
  endedAt: null,
  note: 'Can you do better for <two> sets?',
  message: 'For both, & with free delivery.',
  lines: [quoteLine, { ...quoteLine, orderNumber: 'TY-10483' }],
};
const refund = {
  ...{ amount_cents: 129_999, reason: 'The 12" one <slips> & bends', quantity: 1 },
  ...{ given_cents: 0, is_by_hand: false, kept_delivery_cents: 500 },
};

const creditNote: [string, string][] = [['Credit memo', 'CN-000001']];

const stopUrl = `${origin}/stop-emails?token=sale.${sampleOrder.tool_id}.c2lnbmVk`;
const staff = { to: 'desk@shop.example', origin, stopUrl, isShopsCopy: false };

const tool = {
  id: sampleOrder.tool_id,
  name: sampleOrder.tool_name,
  available_quantity: 5,
  min_order_quantity: 2,
} as ToolRow;

const disputed = {
  ...{ disputeId: 'du_1MtJUT2eZvKYlo2CNaw2HvEv', state: 'lost' as const, wasLost: false },
  dispute: {
    id: 'du_1MtJUT2eZvKYlo2CNaw2HvEv',
    payment_id: sampleOrder.user_id,
    amount_cents: 389_997,
    uncounted_cents: 1000,
    currency: 'usd',
    reason: 'product_unacceptable',
    state: 'lost' as const,
    is_refundable: false,
    respond_by: sampleOrder.paid_at,
    opened_at: sampleOrder.placed_at,
    closed_at: sampleOrder.placed_at,
  },
  orders: [sampleOrder, { ...sampleOrder, number: 'TY-10483' }],
  price: { currency: 'usd', currencyDisplay: 'symbol' as const },
  zone: 'UTC',
};

/** The details of a shop with all defaults. */
export const shop = defaultDetails(defaultName, defaultHours);

const samplesOf = <Parts>(
  emails: Record<string, { mail: string; write: (parts: Parts, shop: string) => Email }>,
  of: Parts,
) => Object.fromEntries(Object.values(emails).map(({ mail, write }) => [mail, write(of, shop.shop.name)]));

/** A return of which part was not accepted. */
const sampleReturn: Return = {
  _id: '01a1fcdf-6a65-75be-b5d6-8df66059fcf6',
  number: 'RMA-1001',
  kind: 'return',
  state: 'received',
  purchaseNumber: sampleOrder.number,
  name: sampleOrder.user_name,
  email: sampleOrder.email,
  declaredName: '',
  declaredEmail: '',
  lines: [
    {
      orderId: sampleOrder.id,
      orderNumber: sampleOrder.number,
      toolId: '01a1fcdf-6a65-75be-b5d6-8df66059fcf4',
      toolName: sampleOrder.tool_name,
      partNumber: sampleOrder.part_number,
      img: '/pictures/wrench.webp',
      picture: null,
      quantity: 3,
      reason: 'not_as_described',
      received: 3,
      accepted: 2,
      restocked: 1,
      deducted: 12.5,
      rejectedReason: 'One <wrench> is worn & rusty',
      refunded: 2587.48,
    },
  ],
  note: 'The 12" one <slips> & rounds the nut.',
  reason: 'Past the <time> for returns',
  postage: 'buyer',
  address: 'Foundry <Street> Tools, 1 Yard Lane, Springfield, OH 45502',
  labelUrl: null,
  hasLabel: true,
  pictures: [],
  byStaff: false,
  requestedAt: '2026-03-09T12:00:00Z',
  answeredAt: '2026-03-10T12:00:00Z',
  receivedAt: '2026-03-16T12:00:00Z',
  closedAt: null,
};

/** A withdrawal from two orders, of which one has not shipped. */
const withdrawal = {
  orderId: sampleOrder.id,
  number: sampleOrder.number,
  returnId: sampleReturn._id,
  to: sampleOrder.email,
  name: 'Ada <O’Neil> & Sons',
  declaredAt: '2026-03-09T12:00:00Z',
  until: '2026-03-19',
  isAssumed: false,
  isErased: false,
  opened: { ...sampleReturn, kind: 'withdrawal' as const, state: 'approved' as const },
  zone,
  origin,
  lines: [
    { number: sampleOrder.number, asked: 3, open: 3, outcome: 'opened' as const },
    { number: 'TY-10483', asked: 1, open: 0, outcome: 'notShipped' as const },
  ],
};

/** An invoice before payment. */
const sampleInvoice = buildInvoice({
  ...invoiceFacts(),
  transactionId: null,
  terms: {
    dueOn: '2026-12-10',
    account: {
      ...{ holder: 'Foundry <Street> Tools', iban: 'DE02120300000000202051', account: '', routing: '' },
      ...{ name: 'Foundry & Sons Bank', bic: 'BYLADEM1001' },
    },
  },
});

/** What is sent to an address that its buyer has not verified. */
const strangers = { ...parts, order: withoutBuyersWords(sampleOrder) };
const untracked = { ...parcel, carrier: '', tracking_number: '', link: '' };

const called = (emails: Record<string, Email>, how: string) =>
  Object.fromEntries(Object.entries(emails).map(([mail, email]) => [`${mail} ${how}`, email]));

/** One of each email that the shop sends, and those about orders with what they can lack left out. */
export const sampleEmails: Record<string, Email> = {
  ...samplesOf(accountEmails, account),
  ...samplesOf(apiKeyEmails, {
    ...{ to: sampleOrder.email, origin, name: 'Books & <labels>', lastFour: 'x7Q_' },
    scopes: ['orders:read' as const, 'invoices:read' as const],
  }),
  ...samplesOf(changeEmailEmails, account),
  ...samplesOf(erasureEmails, { to: sampleOrder.email }),
  ...samplesOf(exportEmails, {
    ...{ to: sampleOrder.email, origin, zone: parts.zone, until: '2026-12-04T16:00:00Z' },
  }),
  ...samplesOf(orderEmails, { ...parts, ...staff, payment }),
  ...samplesOf(parcelEmails, { ...parts, parcel, isCollected: false }),
  ...called(samplesOf(orderEmails, { ...strangers, ...staff, payment }), 'to a stranger'),
  ...called(
    samplesOf(parcelEmails, { ...strangers, parcel: untracked, isCollected: false }),
    'to a stranger',
  ),
  ...called(
    samplesOf(parcelEmails, { ...parts, parcel: untracked, isCollected: true }),
    'of what was collected',
  ),
  ...called(
    samplesOf(refundEmails, {
      ...strangers,
      ...staff,
      refund,
      creditNote: [],
      dueCents: refund.amount_cents,
    }),
    'to a stranger',
  ),
  ...samplesOf(refundEmails, { ...parts, ...staff, refund, creditNote, dueCents: refund.amount_cents }),
  ...samplesOf(delayEmails, { ...parts, notice: delay, url: `${origin}/delay?token=abc` }),
  ...called(
    samplesOf(delayEmails, {
      ...strangers,
      notice: { ...delay, new_date: null, silence: 'cancels' as const, answer_by: '2026-05-01' },
      url: `${origin}/delay?token=abc`,
    }),
    'to a stranger',
  ),
  ...samplesOf(returnEmails, {
    ...{ currency: 'usd', currencyDisplay: 'symbol' as const, origin },
    ...{ ...staff, shown: sampleReturn, name: sampleOrder.user_name, to: sampleOrder.email },
  }),
  ...samplesOf(withdrawalEmails, withdrawal),
  ...called(
    samplesOf(withdrawalEmails, {
      ...withdrawal,
      name: '',
      isErased: true,
      opened: undefined,
      returnId: null,
    }),
    'of which nothing is opened',
  ),
  ...called(
    samplesOf(withdrawalEmails, {
      ...withdrawal,
      ...{ declaredAt: '2026-03-20T12:00:00Z', isAssumed: true },
      opened: { ...withdrawal.opened, state: 'requested' as const },
    }),
    'that an estimated delivery makes late',
  ),
  ...samplesOf(exemptionEmails, {
    to: sampleOrder.email,
    origin,
    certificate: {
      ...{ kind: 'resale' as const, number: '12-<345678>', states: ['US-NY', 'US-OH'] },
      ...{ expires_on: '2026-12-31', reason: 'Of another company & expired' },
    },
  }),
  ...samplesOf(disputeEmails, { ...staff, ...disputed }),
  ...samplesOf(quoteEmails, { ...parts, ...staff, quote, action: 'asked' as const }),
  ...samplesOf(byStaffEmails, { ...parts, orders: [sampleOrder, { ...sampleOrder, number: 'TY-10483' }] }),
  ...samplesOf(openInvoiceEmails, { ...parts, attachments: [], paper: sampleInvoice }),
  ...samplesOf(stockEmails, { ...staff, tool }),
  ...samplesOf(restockEmails, {
    tool,
    origin,
    stopUrl,
    reader: { email: 'ada@joiner.example', display_name: 'Ada' },
  }),
  ...samplesOf(failedJobEmails, { ...staff, jobs: { 'send-mail': 2, 'refund-payment': 1 } }),
  ...samplesOf(invitationEmails, {
    to: sampleOrder.email,
    role: 'staff' as const,
    url: `${origin}/invitation?token=abc`,
  }),
  ...samplesOf(safetyEmails, {
    ...{ to: sampleOrder.email, origin, event: 'webhook_added' as const, by: 'boss@shop.example' },
    ...{ endpoint: 'https://erp.example/hooks?<a>&b', at: '2026-03-04T12:00:00Z' },
  }),
  ...samplesOf(webhookEmails, {
    endpoint: {
      id: sampleOrder.tool_id,
      url: 'https://erp.example/hooks?<a>&b',
      events: ['purchase.paid'],
      secret_number: 1,
      rotated_at: null,
      created_at: new Date('2026-03-01T12:00:00Z'),
      off_at: new Date('2026-03-04T12:00:00Z'),
      off_reason: 'failing',
      deleted_at: null,
    },
    admin: {
      userId: sampleOrder.user_id,
      subject: 'owner',
      email: 'ada@joiner.example',
      displayName: 'Ada',
      emailVerified: true,
      isAdmin: true,
      isStaff: true,
    },
    origin,
  }),
  ...samplesOf(contactEmails, {
    ...staff,
    message,
    answer: {
      id: sampleOrder.tool_id,
      message_id: message.id,
      author_id: null,
      text: 'We do, at <$19.00> each.\n\nForty are on the shelf.',
      created_at: sampleOrder.placed_at,
    },
    earlier: [sampleOrder.user_id],
    replyTo: 'desk@shop.example',
  }),
  ...samplesOf(reviewEmails, { ...staff, review }),
  'low-review of the shop': reviewEmails.low.write(
    { ...staff, review: { ...review, tool_id: null, tool_name: null, rate: 2 } },
    shop.shop.name,
  ),
  'contact without a message': contactEmails.message.write(
    { ...staff, stopUrl: undefined, isShopsCopy: true, message: { ...message, message: '' } },
    shop.shop.name,
  ),
};

import { expect, it } from 'vitest';
import { sampleOrder as order } from '../../../tests/support/sample-emails.ts';
import { orderEmails, orderFacts } from './emails.ts';

const origin = 'https://shop.example';
const zone = 'America/New_York';
const about = { order, number: order.number };

it('shows amounts in the shop’s currency', () => {
  expect(orderFacts({ ...about, currency: 'usd', currencyDisplay: 'symbol', origin, zone })).toEqual([
    ['Order', 'TY-10482'],
    ['Tool', `3 × ${order.tool_name} (part no. CH-16) at $1,299.99`],
    ['Total', '$3,899.97'],
  ]);
  expect(orderFacts({ ...about, currency: 'jpy', currencyDisplay: 'symbol', origin, zone }).at(-1)).toEqual([
    'Total',
    '¥389,997',
  ]);
});

it('builds the receipt from the payment, with its date in words', () => {
  const { to, facts } = orderEmails.paid.write(
    { ...about, currency: 'usd', currencyDisplay: 'symbol', origin, zone },
    'Toolyard',
  );
  expect(to).toBe('ada@home.example');
  expect(facts).toContainEqual(['Paid on', 'March 2, 2026']);
  expect(facts).toContainEqual(['Transaction ID', order.transaction_id]);
  expect(facts).toContainEqual(['Ship to', order.address]);
});

it('states what was refunded, and why', () => {
  const payment = { amount_cents: 5997, currency: 'usd', refund_reason: 'order_deleted' } as const;
  const { paragraphs, facts, link } = orderEmails.refunded.write(
    { ...about, currency: 'usd', currencyDisplay: 'symbol', origin, zone, payment },
    'Toolyard',
  );
  expect(paragraphs.join(' ')).toContain('refunded the full amount');
  expect(paragraphs.at(-1)).toBe('The order was deleted.');
  expect(facts).toContainEqual(['Refunded', '$59.97']);
  expect(link?.url).toBe('https://shop.example/tools');
});

it('sends one receipt for everything paid together, with each address once', () => {
  const one = { ...order, quantity: 1, total_cents: order.unit_price_cents };
  const elsewhere = { ...one, number: 'TY-10483', address: '1 Lane', tool_name: 'Vice' };
  const together = { orders: [order, elsewhere, { ...elsewhere, number: 'TY-10484' }] };
  const receipt = orderEmails.paid.write(
    { ...about, together, currency: 'usd', currencyDisplay: 'symbol', origin, zone },
    'Toolyard',
  );
  expect(receipt.subject).toBe('Receipt for order TY-10482: 3 items');
  expect(receipt.facts?.slice(0, 5)).toEqual([
    ['Order', 'TY-10482'],
    ['Tool', `3 × ${order.tool_name} (part no. CH-16) at $1,299.99`],
    ['Tool', '1 × Vice (part no. CH-16) at $1,299.99'],
    ['Tool', '1 × Vice (part no. CH-16) at $1,299.99'],
    ['Total', '$6,499.95'],
  ]);
  expect(receipt.facts?.filter(([label]) => label === 'Ship to')).toEqual([
    ['Ship to', order.address],
    ['Ship to', '1 Lane'],
  ]);
});

it('notifies staff of everything paid together, and links to it', () => {
  const together = { orders: [order, { ...order, number: 'TY-10483' }] };
  const staff = { to: 'desk@shop.example', stopUrl: undefined, isShopsCopy: false };
  const parts = {
    ...about,
    together,
    currency: 'usd',
    currencyDisplay: 'symbol',
    origin,
    zone,
    ...staff,
  } as const;
  const { subject, link } = orderEmails.sold.write(parts, 'Toolyard');
  expect(subject).toBe('Sold: 2 items, order TY-10482');
  expect(link?.url).toBe('https://shop.example/dashboard/manageorders/TY-10482');
});

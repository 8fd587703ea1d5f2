import { expect, it } from 'vitest';
import type { OrderRow } from '#modules/orders/order-store.ts';
import { orderFacts } from './order-facts.ts';
import { paymentReceivedMail } from './payment-received-mail.ts';
import { refundedMail } from './refunded-mail.ts';

const order: OrderRow = {
  id: '01a1fcdf-6a65-75be-b5d6-8df66059fcf2',
  number: 'TY-10482',
  user_id: '01a1fcdf-6a65-75be-b5d6-8df66059fcf3',
  tool_id: '01a1fcdf-6a65-75be-b5d6-8df66059fcf4',
  tool_name: 'Hammer',
  img: '/pictures/hammer.webp',
  unit_price_cents: 1999,
  quantity: 3,
  total_cents: 5997,
  user_name: 'Ada',
  email: 'ada@shop.example',
  phone: '1',
  address: '1 Bench Street',
  placed_at: new Date('2026-03-01T10:00:00Z'),
  paid_at: new Date('2026-03-02T10:00:00Z'),
  transaction_id: 'pi_1',
  shipped_at: null,
  deleted_at: null,
};
const origin = 'https://shop.example';

it('gives amounts in the currency of the shop', () => {
  expect(orderFacts({ order, currency: 'usd', origin }).slice(1)).toEqual([
    ['Tool', '3 × Hammer at $19.99'],
    ['Total', '$59.97'],
  ]);
  expect(orderFacts({ order, currency: 'jpy', origin }).at(-1)).toEqual(['Total', '¥5,997']);
});

it('makes the receipt out of what was paid', () => {
  const { to, facts } = paymentReceivedMail({ order, currency: 'usd', origin });
  expect(to).toBe('ada@shop.example');
  expect(facts).toContainEqual(['Order', 'TY-10482']);
  expect(facts).toContainEqual(['Transaction', 'pi_1']);
  expect(facts).toContainEqual(['Paid', '2026-03-02']);
});

it('tells what was given back', () => {
  const payment = { amount_cents: 5997, currency: 'usd', refund_reason: 'The order was deleted' };
  const { paragraphs, facts, link } = refundedMail({ order, currency: 'usd', origin }, payment);
  expect(paragraphs.join(' ')).toContain('refunded the full amount');
  expect(paragraphs.join(' ')).toContain('The order was deleted.');
  expect(facts).toContainEqual(['Refunded', '$59.97']);
  expect(link?.url).toBe('https://shop.example/tools');
});

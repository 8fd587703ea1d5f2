import { expect, it } from 'vitest';
import { formatPrice, toPrice } from '#contracts/money.ts';
import type { AuditEvent } from '#features/audit/contract.ts';
import { formatAuditEvent, mergeEvents } from './format-audit-event.ts';

const dollars = (cents: number) => formatPrice(toPrice(cents, 'usd'), 'usd', 'symbol');
const yen = (cents: number) => formatPrice(cents, 'jpy', 'symbol');

const event = (parts: Partial<AuditEvent>): AuditEvent => ({
  _id: '0198c0de-0000-7000-8000-000000000000',
  at: '2026-01-02T03:04:05.000Z',
  actor: 'user',
  actorEmail: 'ada@example.com',
  apiKeyId: null,
  requestId: null,
  page: null,
  action: 'order_placed',
  details: {},
  ...parts,
});

it('formats an event with its units and amounts', () => {
  const paid = event({
    action: 'order_paid',
    details: { paymentId: 'x', amountCents: 129900, unitsSold: 1 },
  });
  expect(formatAuditEvent(paid, dollars).title).toBe('Order paid');
  expect(formatAuditEvent(paid, dollars).details).toEqual(['1 unit sold', '$1,299.00']);
  expect(formatAuditEvent(event({ details: { quantity: 3, totalCents: 4500 } }), yen).details).toEqual([
    '3 units ordered',
    '¥4,500',
  ]);
  expect(formatAuditEvent(event({ action: 'order_shipped' }), dollars).details).toEqual([]);
  const quoted = event({ action: 'quote_offered', details: { quote: 'Q-1001', totalCents: 4500 } });
  expect(formatAuditEvent(quoted, dollars).details).toEqual(['$45.00', 'Q-1001']);
  const byHand = event({
    action: 'order_marked_paid',
    details: { method: 'transfer', reference: 'INV 7', amountCents: 4500 },
  });
  expect(formatAuditEvent(byHand, dollars).details).toEqual(['$45.00', 'Bank transfer', 'INV 7']);
  const corrected = event({ action: 'stock_changed', details: { quantity: -3 } });
  expect(formatAuditEvent(corrected, dollars).details).toEqual(['-3 units']);
});

it('tells that an API key was used', () => {
  const shipped = event({ action: 'order_shipped', apiKeyId: '0198c0de-0000-7000-8000-000000000001' });
  expect(formatAuditEvent(shipped, dollars).details).toEqual(['With an API key']);
});

it('formats the reason for a refusal', () => {
  const refused = event({ action: 'refused', details: { code: 'conflict', call: 'DELETE /orders/:id' } });
  expect(formatAuditEvent(refused, dollars).title).toBe('Refused: not possible in this state');
  expect(formatAuditEvent(refused, dollars).details).toEqual(['DELETE /orders/:id']);
  expect(formatAuditEvent(event({ action: 'refused', details: { code: 'brand_new' } }), dollars).title).toBe(
    'Refused: brand_new',
  );
});

it('formats which mail reached no recipient', () => {
  const givenUp = event({
    action: 'email_given_up',
    actor: 'job:send-mail',
    details: { mail: 'payment-received' },
  });
  expect(formatAuditEvent(givenUp, dollars).title).toBe('Email not delivered');
  expect(formatAuditEvent(givenUp, dollars).details).toEqual(['receipt']);
});

it('formats who did it', () => {
  expect(formatAuditEvent(event({}), dollars).actor).toBe('ada@example.com');
  expect(formatAuditEvent(event({ actor: 'admin', actorEmail: 'boss@example.com' }), dollars).actor).toBe(
    'boss@example.com (admin)',
  );
  expect(formatAuditEvent(event({ actor: 'staff', actorEmail: 'sam@example.com' }), dollars).actor).toBe(
    'sam@example.com (staff)',
  );
  expect(formatAuditEvent(event({ actor: 'card_provider', actorEmail: null }), dollars).actor).toBe(
    'the card provider',
  );
  expect(formatAuditEvent(event({ actor: 'job:release-hold', actorEmail: null }), dollars).actor).toBe(
    'automatic',
  );
});

it('merges what was done to several orders at once, with their total', () => {
  const of = (orderNumber: string, parts: Partial<AuditEvent>) => ({ ...event(parts), orderNumber });
  const paid = (number: string, amountCents: number) =>
    of(number, { action: 'order_paid', details: { amountCents, unitsSold: 2 } });
  const invoiced = (number: string) =>
    of(number, { action: 'invoice_issued', details: { number: 'INV-1', amountCents: 79_330 } });
  const refunded = (number: string, reason: string) =>
    of(number, { action: 'refund_requested', details: { amountCents: 500, reason } });
  const later = { ...paid('TY-4', 100), at: '2026-01-02T03:05:05.000Z' };
  const events = [
    ...[paid('TY-1', 70_000), invoiced('TY-1'), paid('TY-2', 9_000), invoiced('TY-2'), paid('TY-3', 330)],
    ...[refunded('TY-1', 'sold_out'), refunded('TY-2', 'order_paid'), later],
  ];
  const shown = mergeEvents(events).map(({ event, numbers }) => [
    numbers,
    formatAuditEvent(event, dollars).details.slice(0, 2),
  ]);
  expect(shown).toEqual([
    [
      ['TY-1', 'TY-2', 'TY-3'],
      ['6 units sold', '$793.30'],
    ],
    [['TY-1', 'TY-2'], ['$793.30']],
    [['TY-1'], ['$5.00', expect.any(String)]],
    [['TY-2'], ['$5.00', expect.any(String)]],
    [['TY-4'], ['2 units sold', '$1.00']],
  ]);
});

import { expect, it } from 'vitest';
import type { AuditEvent } from '#features/audit/contract.ts';
import { eventActor, eventDetails, eventTitle } from './audit-words.ts';

const event = (parts: Partial<AuditEvent>): AuditEvent => ({
  _id: '0198c0de-0000-7000-8000-000000000000',
  at: '2026-01-02T03:04:05.000Z',
  actor: 'user',
  actorEmail: 'ada@example.com',
  requestId: null,
  action: 'order placed',
  details: {},
  ...parts,
});

it('says what happened with its units and amounts', () => {
  const paid = event({
    action: 'order paid',
    details: { paymentId: 'x', amountCents: 129900, unitsSold: 1 },
  });
  expect(eventTitle(paid)).toBe('Order paid');
  expect(eventDetails(paid, 'usd')).toEqual(['1 unit sold', '$1,299.00']);
  expect(eventDetails(event({ details: { quantity: 3, totalCents: 4500 } }), 'jpy')).toEqual([
    '3 units ordered',
    '¥4,500',
  ]);
  expect(eventDetails(event({ action: 'order shipped' }), 'usd')).toEqual([]);
});

it('says why something was refused', () => {
  const refused = event({ action: 'refused', details: { code: 'conflict', call: 'DELETE /orders/:id' } });
  expect(eventTitle(refused)).toBe('Refused: not possible in this state');
  expect(eventDetails(refused, 'usd')).toEqual(['DELETE /orders/:id']);
  expect(eventTitle(event({ action: 'refused', details: { code: 'brand_new' } }))).toBe('Refused: brand_new');
});

it('says which mail reached nobody', () => {
  const givenUp = event({
    action: 'mail given up',
    actor: 'job send-mail',
    details: { mail: 'payment-received' },
  });
  expect(eventTitle(givenUp)).toBe('Email not delivered');
  expect(eventDetails(givenUp, 'usd')).toEqual(['receipt']);
});

it('says who did it', () => {
  expect(eventActor(event({}))).toBe('ada@example.com');
  expect(eventActor(event({ actor: 'admin', actorEmail: 'boss@example.com' }))).toBe(
    'boss@example.com (admin)',
  );
  expect(eventActor(event({ actor: 'card provider', actorEmail: null }))).toBe('the card provider');
  expect(eventActor(event({ actor: 'job release-hold', actorEmail: null }))).toBe('automatic');
});

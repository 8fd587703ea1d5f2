import { expect, it } from 'vitest';
import { quoteEmails } from './emails.ts';

it('reads what an earlier version queued of a buyer’s action', () => {
  const about = { quoteId: 'q', userId: 'u' };
  for (const queued of [
    { ...about, deed: 'asked' },
    { ...about, action: 'asked' },
  ])
    expect(quoteEmails.toStaff.about.parse(queued)).toEqual({ ...about, action: 'asked' });
});

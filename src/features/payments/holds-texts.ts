import { listTextsOf } from '#texts/lists.ts';
import { counted, formatCount } from '#texts/locale.ts';

const units = (count: number) => counted(count, { one: '# unit', other: '# units' });

/** What buyers who are paying have reserved, for the staff. */
export const holdsTexts = {
  title: 'Reserved for payment',
  lead: 'Units leave the shelf while their buyer pays. Unpaid, they go back by themselves when the time is up.',
  list: listTextsOf('Reserved for payment', 'payment', 'payments'),
  columns: { since: 'Since', buyer: 'Buyer', reserved: 'Reserved', until: 'Until', actions: 'Actions' },
  units,
  ofTool: (count: number, tool: string) => `${formatCount(count)} × ${tool}`,
  unpaidBefore: (count: number) =>
    counted(count, { one: '1 unpaid payment before', other: '# unpaid payments before' }),
  end: 'End',
  endOf: (buyer: string) => `End ${buyer}’s payment`,
  askEnd: (buyer: string) => `End ${buyer}’s payment?`,
  endWhy: (count: number) =>
    `${units(count)} will be back in stock. The orders stay in the cart and can be paid for again. Nothing is charged.`,
  isEnded: (count: number) => `Payment ended. ${units(count)} back in stock.`,
  none: 'Nothing is reserved for payment right now',
};
